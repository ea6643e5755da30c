import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type OsFault, PROBLEM_CODES, type Problem } from '../../shared/errors.ts';
import { type Failure, isInDoubt, isNotSent, type RefusedValue } from '../data/failure.ts';
import { formatCount } from '../lib/count.ts';

/** Codes that the screens translate; other failures show the program's message. */
const KNOWN_CODES = [
  'UNAVAILABLE',
  'CUT_OFF',
  'INTERNAL',
  'NOT_ALLOWED',
  'BACKUP_DAMAGED',
  'EXPORT_FAILED',
  'COPIES_OFF',
  'COPY_PHRASE_LOST',
  'COPY_FAILED',
  'COPY_PHRASE_WRONG',
  'COPY_TRUNCATED',
  'ALREADY_MOVED',
  'BACKUP_NEWER',
  'BACKUP_TOO_OLD',
  'BACKUP_FOREIGN',
  'BACKUP_ALTERED',
  'BACKUP_UNREADABLE',
  'BACKUP_FAILED',
  'BACKUP_UNDER_WAY',
  'BACKUP_STOPPED',
  'RESTORE_FAILED',
  'FOLDER_NOT_OPENED',
  'ADDRESS_NOT_ALLOWED',
  'NO_UPDATE_READY',
  'PASSWORD_NEEDED',
  'TOO_MANY_TRIES',
  'UPDATE_NOT_INSTALLED',
  'NOT_PRINTED',
  'LOGIN_ITEM_REFUSED',
  'PROGRAM_CHANGED',
  'PREFERENCES_NOT_SAVED',
  'FILE_NOT_SAVED',
  'OPEN_PAYMENT',
  'KEYCHAIN_UNAVAILABLE',
  'NOT_A_DEMO',
  'DEMO_BANK_FAILED',
  'WEBHOOK_SECRET_LOST',
  'DATABASE_BUSY',
  'DATABASE_CORRUPT',
  'DATABASE_UNUSABLE',
  'BACKUP_FOLDER_UNREADABLE',
  'ALREADY_RUNNING',
] as const;
const isKnown = (code: string): code is (typeof KNOWN_CODES)[number] =>
  KNOWN_CODES.some((known) => known === code);

type Texts = TFunction<'failures'>;

const bankText = (failure: Extract<Failure, { kind: 'bank' }>, t: Texts): string => {
  if (failure.code === 'TOKEN_MISSING') return t('tokenMissing');
  if (failure.code === 'MOVED_AWAY') return t('movedAway');
  const { code, words } = failure;
  if (isInDoubt(failure)) return t('bankSilent', { words, code });
  if (isNotSent(failure)) return t('notSent');
  const bankWords = t('bank', { words, code });
  return isBankCode(code) ? `${t(`bankCode.${code}`)} ${bankWords}` : bankWords;
};

/** ` (диск повний)`, with the space before it; "" where nothing is known. */
const inBrackets = (fault: OsFault | undefined, t: Texts): string =>
  fault === undefined ? '' : ` (${t(`reason.${fault}`)})`;

/** `"evil", "notes"` */
const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const formatted = (fact: string | number): string => (typeof fact === 'number' ? formatCount(fact) : fact);

/** The facts that the texts name; numbers in the format of the language. */
const namedFacts = ({ limit = '', row = '', rows = '' }: Problem['facts']) => ({
  limit: formatted(limit),
  row: formatted(row),
  rows: formatted(rows),
});

/** The bank's common error codes (from its published table), shown in our words beside the bank's message. */
const BANK_CODES = [
  'BAD_REQUEST',
  '1001',
  'INVALID_MERCHANT_PAYM_INFO',
  'WRONG_CANCEL_AMOUNT',
  'ORDER_IN_PROGRESS',
  'HOLD_INVOICE_NOT_FINALIZED',
  'TOKEN_NOT_FOUND',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TMR',
  'CANCEL_NOT_AVAILABLE',
  'CANCEL_FAILED',
] as const;
const isBankCode = (code: string): code is (typeof BANK_CODES)[number] =>
  BANK_CODES.some((known) => known === code);

/** Those of PINs, approvals and the counter are worded where they are used. */
type KnownCode = (typeof PROBLEM_CODES)[number];
const isProblemCode = (code: string): code is KnownCode => PROBLEM_CODES.some((known) => known === code);

/** The reasons of refused values, each once; "" if one is unknown: then the service's message is better. */
export const useRefusedText = (): ((values: readonly RefusedValue[]) => string) => {
  const { t } = useTranslation('failures');
  return (values) => {
    const texts = values.map(({ code, facts }) =>
      isProblemCode(code) ? t(`refused.${code}`, namedFacts(facts)) : '',
    );
    return texts.includes('') ? '' : [...new Set(texts)].join(' ');
  };
};

/** Describes a failure: what happened, what is safe, what to do. */
export const useFailureText = (): ((failure: Failure) => string) => {
  const { t } = useTranslation('failures');
  const refusedText = useRefusedText();
  return (failure) => {
    switch (failure.kind) {
      case 'throttled':
        return t('throttled', { seconds: failure.seconds });
      case 'invalid':
        return t('invalid', {
          words: refusedText(Object.values(failure.codes ?? {}).flat()) || failure.words,
        });
      case 'server':
        return failure.requestId === '' ? t('server') : t('serverWithId', { id: failure.requestId });
      case 'unanswered':
        return t('unanswered', { code: failure.code });
      case 'program':
        return isKnown(failure.code)
          ? t(`program.${failure.code}`, {
              why: inBrackets(failure.fault, t),
              what: quoted(failure.names ?? []),
            })
          : t('programUnknown', { words: failure.words, code: failure.code });
      case 'bank':
        return bankText(failure, t);
      default:
        return t(failure.kind);
    }
  };
};
