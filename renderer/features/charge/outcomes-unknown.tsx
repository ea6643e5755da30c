import { useTranslation } from 'react-i18next';
import { SECOND_MS } from '../../../shared/time.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { useNow } from '../../kit/use-now.ts';
import type { Attempt } from './attempts.ts';
import { ChargeCallout } from './charge-callout.tsx';

/** From then on a request without an answer is one whose outcome is being found out. */
const DOUBT_FROM_S = 10;
const SLOW_FROM_S = 3;

/** How a sent sale stands: its label while it is young, and whether its outcome is in doubt. */
export const useSending = (
  attempt: Attempt | undefined,
): { seconds: number; isInDoubt: boolean; isSlow: boolean } => {
  // Nothing is counted while nothing is sent.
  const now = useNow(attempt ? SECOND_MS : 60 * SECOND_MS);
  const seconds = attempt ? Math.max(0, Math.floor((now - attempt.at) / SECOND_MS)) : 0;
  return {
    seconds,
    isInDoubt: attempt !== undefined && (attempt.state === 'unknown' || seconds >= DOUBT_FROM_S),
    isSlow: seconds >= SLOW_FROM_S,
  };
};

/**
 * Nothing is to be pressed: of a QR, it opens here, or the refusal comes; of cash, the sale is sent again under its key until
 * the service answers.
 */
export const Doubt = ({ seconds, isCash }: { seconds: number; isCash: boolean }) => {
  const { t } = useTranslation('charge');
  return (
    <ChargeCallout tone="working" title={t(isCash ? 'cash.doubt' : 'doubt.title', { seconds })}>
      {t(isCash ? 'cash.doubtText' : 'doubt.text')}
    </ChargeCallout>
  );
};

/** Why the sale in the form was refused. */
export const CreateFailure = ({ attempt: { state, failure } }: { attempt: Attempt }) => {
  const { t } = useTranslation('charge');
  const failureText = useFailureText();
  if (state !== 'refused' || !failure) return null;
  return (
    <ChargeCallout tone="failed" title={t('refused.title')}>
      {failure.kind === 'invalid' && failure.errors.cash_register
        ? t('refused.register')
        : failureText(failure)}{' '}
      {t('refused.safe')}
    </ChargeCallout>
  );
};
