import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OsFault, Problem } from '../../shared/errors.ts';
import { type Failure, isInDoubt, isNotSent, type RefusedValue } from '../api/failure.ts';
import type { Texts } from '../i18n/index.ts';
import { formatCount } from '../lib/count.ts';

/** The dictionary of refusals is the list of the known codes; for another code the program's message is shown. */
type Dictionary = Texts['refusals'];
type Refusals = TFunction<'refusals'>;

const useRefusals = () => {
  const { t, i18n } = useTranslation('refusals');
  return {
    t,
    isBankCode: (code: string): code is keyof Dictionary['bankCode'] =>
      i18n.exists(`bankCode.${code}`, { ns: 'refusals' }),
    isProgramCode: (code: string): code is keyof Dictionary['program'] =>
      i18n.exists(`program.${code}`, { ns: 'refusals' }),
    isRefused: (code: string): code is keyof Dictionary['refused'] =>
      i18n.exists(`refused.${code}`, { ns: 'refusals' }),
  };
};

const bankText = (
  failure: Extract<Failure, { kind: 'bank' }>,
  { t, isBankCode }: ReturnType<typeof useRefusals>,
): string => {
  if (failure.code === 'TOKEN_MISSING') return t('tokenMissing');
  if (failure.code === 'MOVED_AWAY') return t('movedAway');
  const { code, words } = failure;
  if (failure.isBlocked)
    return `${t('firewall')} ${t(isInDoubt(failure) ? 'bankSilent' : 'firewallNotSent', { code })}`;
  if (isInDoubt(failure)) return t('bankSilent', { words, code });
  if (isNotSent(failure)) return t('notSent');
  const bankWords = t('bank', { words, code });
  return isBankCode(code) ? `${t(`bankCode.${code}`)} ${bankWords}` : bankWords;
};

/** ` (диск повний)`, with the space before it; "" where nothing is known. */
const inBrackets = (fault: OsFault | undefined, t: Refusals): string =>
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

/** The reasons of refused values, each once; "" if one is unknown: then the service's message is better. */
export const useRefusedText = (): ((values: readonly RefusedValue[]) => string) => {
  const { t, isRefused } = useRefusals();
  return (values) => {
    const texts = values.map(({ code, facts }) =>
      isRefused(code) ? t(`refused.${code}`, namedFacts(facts)) : '',
    );
    return texts.includes('') ? '' : [...new Set(texts)].join(' ');
  };
};

/** Describes a failure: what happened, what is safe, what to do. */
export const useFailureText = (): ((failure: Failure) => string) => {
  const { t } = useTranslation('failures');
  const refusals = useRefusals();
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
        return failure.isBlocked ? refusals.t('firewall') : refusals.t('unanswered', { code: failure.code });
      case 'program':
        return refusals.isProgramCode(failure.code)
          ? refusals.t(`program.${failure.code}`, {
              why: inBrackets(failure.fault, refusals.t),
              what: quoted(failure.names ?? []),
            })
          : refusals.t('programUnknown', { words: failure.words, code: failure.code });
      case 'bank':
        return bankText(failure, refusals);
      default:
        return t(failure.kind);
    }
  };
};

export const FailureText = ({ failure }: { failure: Failure }) => useFailureText()(failure);
