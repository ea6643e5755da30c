import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/failure.ts';
import { useFailureText } from '../kit/use-failure-text.ts';

/** Codes with a text of their own; those of a PIN, of a person who approves, and of their password. */
const KNOWN = [
  'pin_missing',
  'pin_wrong',
  'pin_locked',
  'pin_lost',
  'pin_weak',
  'password_due',
  'person_inactive',
  'approver_same',
  'approver_no_right',
  'approver_limit',
  'wrong_password',
] as const;

/** Describes a failure of a PIN, or of an approval. It needs the texts `people`. */
export const usePeopleFault = (): ((failure: Failure) => string) => {
  const { t } = useTranslation('people');
  const failureText = useFailureText();
  return (failure) => {
    const [refused] = failure.kind === 'invalid' ? Object.values(failure.codes ?? {}).flat() : [];
    const code = KNOWN.find((known) => known === refused?.code);
    if (code === undefined) return failureText(failure);
    return t(`fault.${code}`, { left: refused?.facts.left ?? '' });
  };
};
