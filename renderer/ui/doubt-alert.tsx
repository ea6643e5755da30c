import { IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToneAlert } from './tone-alert.tsx';

type Doubt = { about: 'refund'; amount: string } | { about: 'cancel' | 'release' };

/** What an answer that was lost means: what happened, what is safe, what to do. The same words wherever it is met. */
export const useDoubtText = (): ((doubt: Doubt) => string) => {
  const { t } = useTranslation();
  return (doubt) => {
    const what =
      doubt.about === 'refund' ? t('doubt.refund', { amount: doubt.amount }) : t(`doubt.${doubt.about}`);
    return `${what} ${t('doubt.wait')}`;
  };
};

interface DoubtAlertProps {
  doubt: Doubt;
  /** alert: it comes up while one is at the screen. */
  role?: 'alert' | 'status';
  /** When, and who. */
  children?: ReactNode;
}

export const DoubtAlert = ({ doubt, role = 'status', children }: DoubtAlertProps) => {
  const { t } = useTranslation();
  const text = useDoubtText();
  return (
    <ToneAlert tone="working" role={role} icon={<IconHelpCircle aria-hidden />} title={t('doubt.title')}>
      {text(doubt)}
      {children}
    </ToneAlert>
  );
};
