import { useTranslation } from 'react-i18next';
import { OS_FAULTS } from '../../../shared/errors.ts';
import type { Failure } from '../../api/failure.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';

const addressFault = (address: string) => {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return 'noAddress';
  if (url.username || url.password) return 'credentials';
  return /[?#]/.test(address) ? 'query' : 'plain';
};

/** The fault of a setting's value, by the program's codes (main/shop/settings.ts). */
const faultOf = (code: string | undefined, name: string, value: string) => {
  if (code === 'max_length') return 'long';
  if (code === 'not_a_folder') return 'isFile';
  if (code !== 'invalid') return undefined;
  if (name === 'webhook_address') return addressFault(value.trim());
  if (name === 'time_zone') return 'zone';
  if (name === 'seller_iban') return 'iban';
  if (name === 'port') return 'port';
  if (name === 'scale_labels') return 'labels';
  if (name === 'printer_address') return 'printer';
  return name === 'backup_folder' ? 'path' : undefined;
};

/** Translates the program's refusal of a value. */
export const useFault = (name: string): ((failure: Failure, value: string) => string) => {
  const { t } = useTranslation('settings');
  const { t: refusals } = useTranslation('refusals');
  const failureText = useFailureText();
  return (failure, value) => {
    if (failure.kind !== 'invalid') return failureText(failure);
    const [refused] = Object.values(failure.codes ?? {}).flat();
    const fault = faultOf(refused?.code, name, value);
    if (fault) return t(`faults.${fault}`, { most: refused?.facts.limit });
    const cause = OS_FAULTS.find((each) => each === refused?.facts.fault);
    return cause ? t('faults.folder', { why: refusals(`reason.${cause}`) }) : failureText(failure);
  };
};
