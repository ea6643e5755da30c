import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { DECLINES_EN } from './en.ts';
import { type DeclineKind, KINDS } from './kinds.ts';
import { DECLINES_UK } from './uk.ts';

/** The reason of a failed payment, for the cashier: the bank's code in words, and what to do. */

const WORDS = { uk: DECLINES_UK, en: DECLINES_EN };

/** Another card or cash beside a page that still takes a payment would pay the shop twice. */
const STILL_PAYABLE = {
  uk: 'Перш ніж узяти готівку чи створити інший QR, скасуйте цей: його ще можна оплатити.',
  en: 'Before taking cash or creating another invoice, cancel this one: it can still be paid.',
};

const BY_CODE: ReadonlyMap<string, DeclineKind> = new Map(
  (Object.keys(KINDS) as DeclineKind[]).flatMap((kind) =>
    KINDS[kind].codes.map((code) => [code, kind] as const),
  ),
);

interface Decline {
  /** As reported by the bank; "" if it reported none. */
  errCode: string;
  failureReason: string;
  /** "" for a code unknown to Kramar. */
  reason: string;
  advice: string;
  /** The advice without the warning that the invoice can still be paid. */
  nextStep: string;
  mayTryAgain: boolean | null;
}

export const explainDecline = (
  { status, failure_code, failure_reason }: Pick<InvoiceRow, 'status' | 'failure_code' | 'failure_reason'>,
  language: 'uk' | 'en',
): Decline => {
  const reported = { errCode: failure_code, failureReason: failure_reason };
  const kind = BY_CODE.get(failure_code);
  if (kind === undefined) return { ...reported, reason: '', advice: '', nextStep: '', mayTryAgain: null };
  const { reason, advice: nextStep } = WORDS[language][kind];
  return {
    ...reported,
    reason,
    advice: status === 'failure' ? `${nextStep} ${STILL_PAYABLE[language]}` : nextStep,
    nextStep,
    mayTryAgain: KINDS[kind].mayTryAgain,
  };
};
