import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { PROBLEM_CODES, type ProblemCode } from '../../shared/errors.ts';
import { type Failure, isInDoubt, type RefusedValue } from '../data/failure.ts';
import { formatCount } from '../lib/count.ts';
import { reasonIn } from './reason.ts';

/** Codes that the screens translate; other failures show the program's message. */
const KNOWN_CODES = [
  'UNAVAILABLE',
  'CUT_OFF',
  'INTERNAL',
  'NOT_ALLOWED',
  'BACKUP_DAMAGED',
  'BACKUP_NEWER',
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
  'UPDATE_NOT_INSTALLED',
  'NOT_PRINTED',
  'LOGIN_ITEM_REFUSED',
  'PREFERENCES_NOT_SAVED',
  'FILE_NOT_SAVED',
  'OPEN_PAYMENT',
  'KEYCHAIN_UNAVAILABLE',
  'NOT_A_DEMO',
  'DEMO_BANK_FAILED',
] as const;
const isKnown = (code: string): code is (typeof KNOWN_CODES)[number] =>
  KNOWN_CODES.some((known) => known === code);

type Texts = TFunction<'failures'>;

const bankText = (failure: Extract<Failure, { kind: 'bank' }>, t: Texts): string => {
  const { code, words } = failure;
  if (isInDoubt(failure)) return t('bankSilent', { words, code });
  const bankWords = t('bank', { words, code });
  return isBankCode(code) ? `${t(`bankCode.${code}`)} ${bankWords}` : bankWords;
};

/** ` (диск повний)`, with the space before it; "" where nothing is known. */
const whyIn = (words: string, t: Texts): string => {
  const reason = reasonIn(words);
  return reason === undefined ? '' : ` (${t(`reason.${reason}`)})`;
};

/** `"evil", "notes"`: the tables, indexes and triggers that a refused backup is refused for. */
const namesIn = (words: string): string =>
  [...words.matchAll(/the (?:table|index|trigger|view) ("[^"]*")/g)].map(([, name]) => name).join(', ');

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

const isProblemCode = (code: string): code is ProblemCode => PROBLEM_CODES.some((known) => known === code);

/** The reasons of refused values, each once; "" if one is unknown: then the service's message is better. */
export const useRefusedText = (): ((values: readonly RefusedValue[]) => string) => {
  const { t } = useTranslation('failures');
  return (values) => {
    const texts = values.map(({ code, figure }) =>
      isProblemCode(code)
        ? t(`refused.${code}`, { figure: figure === '' ? '' : formatCount(Number(figure)) })
        : '',
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
          ? t(`program.${failure.code}`, { why: whyIn(failure.words, t), what: namesIn(failure.words) })
          : t('programUnknown', { words: failure.words, code: failure.code });
      case 'bank':
        if (failure.code === 'TOKEN_MISSING') return t('tokenMissing');
        return bankText(failure, t);
      default:
        return t(failure.kind);
    }
  };
};
