import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD_LENGTH } from '../../shared/api/auth.ts';
import type { Failure } from '../api/failure.ts';
import { MAX_LENGTHS, type TextFault, type TextName } from '../lib/employees.ts';
import type { PasswordFault } from '../lib/password.ts';

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

/** Why a field of an employee is invalid. */
type Refusal = 'taken' | 'blank' | 'digits' | 'long' | 'characters' | 'short' | 'wrongPassword';

const KNOWN: Readonly<Record<string, Refusal>> = {
  unique: 'taken',
  blank: 'blank',
  required: 'blank',
  only_digits: 'digits',
  max_length: 'long',
  min_length: 'short',
  invalid: 'characters',
  null_characters_not_allowed: 'characters',
  wrong_password: 'wrongPassword',
};

/** @param field the program's name of it @returns undefined: no fault, or an unknown one */
export const refusalOf = (failure: Failure | undefined, field: string): Refusal | undefined => {
  const code = failure?.kind === 'invalid' ? failure.codes?.[field]?.[0]?.code : undefined;
  return code === undefined ? undefined : KNOWN[code];
};
