import { useTranslation } from 'react-i18next';
import type { Failure } from '../../data/failure.ts';
import { reasonIn } from '../../ui/reason.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';

/** What the program says against a value (main/domain/settings.ts), told again in the shop's words. */
const FAULTS = {
  noAddress: /no address that begins/,
  credentials: /user name or a password in it/,
  query: /"\?" or a "#"/,
  plain: /begins with http:\/\//,
  zone: /no time zone/,
  path: /no absolute path/,
  isFile: /a file, not a folder/,
  long: /no more than (\d+) characters/,
} as const;
type Fault = keyof typeof FAULTS;

export const useFault = (): ((failure: Failure) => string) => {
  const { t } = useTranslation('settings');
  const { t: failures } = useTranslation('failures');
  const failureText = useFailureText();
  return (failure) => {
    if (failure.kind !== 'invalid') return failureText(failure);
    const { words } = failure;
    const known = (Object.keys(FAULTS) as Fault[]).find((name) => FAULTS[name].test(words));
    const reason = reasonIn(words);
    if (reason) return t('faults.folder', { why: failures(`reason.${reason}`) });
    if (known === undefined) return failureText(failure);
    return t(`faults.${known}`, { most: FAULTS.long.exec(words)?.[1] ?? '' });
  };
};
