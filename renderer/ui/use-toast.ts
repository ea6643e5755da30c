import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../data/failure.ts';
import { useFailureText } from './use-failure-text.ts';

/** Tells in the corner what came of something that has no place of its own on the screen. */
export const useTell = () => {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const tell = (color: 'green' | 'red', message: string): void => {
    notifications.show({ color, message, closeButtonProps: { 'aria-label': t('close') } });
  };
  return {
    done: (message: string): void => tell('green', message),
    failed: (error: unknown): void => tell('red', failureText(failureOf(error))),
  };
};
