import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../api/failure.ts';
import { useFailureText } from './use-failure-text.ts';

/** Shows results that have no place of their own on the screen. */
export const useToast = () => {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const show = (color: 'green' | 'red', message: string): void => {
    notifications.show({ color, message, closeButtonProps: { 'aria-label': t('close') } });
  };
  return {
    success: (message: string): void => show('green', message),
    error: (error: unknown): void => show('red', failureText(failureOf(error))),
  };
};
