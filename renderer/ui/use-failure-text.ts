import { useTranslation } from 'react-i18next';
import { type Failure, isInDoubt } from '../api/failure.ts';

/** Codes of the program that the screens have words of their own for; the rest is told as the program tells it. */
const KNOWN_CODES = ['UNAVAILABLE', 'INTERNAL', 'NOT_ALLOWED'] as const;
const isKnown = (code: string): code is (typeof KNOWN_CODES)[number] =>
  KNOWN_CODES.some((known) => known === code);

/** A failure in the words of whoever reads the screen: what happened, what is safe, what to do. */
export const useFailureText = (): ((failure: Failure) => string) => {
  const { t } = useTranslation('failures');
  return (failure) => {
    switch (failure.kind) {
      case 'throttled':
        return t('throttled', { seconds: failure.seconds });
      case 'invalid':
        return t('invalid', { words: failure.words });
      case 'server':
        return failure.requestId === '' ? t('server') : t('serverWithId', { id: failure.requestId });
      case 'unanswered':
        return t('unanswered', { code: failure.code });
      case 'program':
        return isKnown(failure.code)
          ? t(`program.${failure.code}`)
          : t('programUnknown', { words: failure.words, code: failure.code });
      case 'bank':
        if (failure.code === 'TOKEN_MISSING') return t('tokenMissing');
        return t(isInDoubt(failure) ? 'bankSilent' : 'bank', { words: failure.words, code: failure.code });
      default:
        return t(failure.kind);
    }
  };
};
