import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_LENGTH } from '../../shared/api/auth.ts';
import type { Failure } from '../api/failure.ts';
import { MAX_LENGTHS, type TextFault, type TextName } from '../lib/employees.ts';
import type { PasswordFault } from '../lib/password.ts';
import { refusalOf } from './employee-refusals.ts';

/** The error text of a field; null: none. */
export const useFaultText = () => {
  const { t } = useTranslation('employees');
  const refused = (failure: Failure | undefined, field: string): string | null => {
    const words = failure?.kind === 'invalid' ? failure.errors[field] : undefined;
    if (words === undefined) return null;
    const refusal = refusalOf(failure, field);
    if (refusal === undefined) return words;
    return t(`faults.${refusal}`, { max: MAX_LENGTHS.email, min: MIN_PASSWORD_LENGTH });
  };
  return {
    refused,
    text: (name: TextName, fault: TextFault | undefined): string | null =>
      fault === undefined ? null : t(`faults.${fault}`, { max: MAX_LENGTHS[name] }),
    password: (fault: PasswordFault | undefined): string | null => {
      if (fault === undefined) return null;
      return fault === 'long' ? t('faults.longPassword') : t(`faults.${fault}`, { min: MIN_PASSWORD_LENGTH });
    },
  };
};
