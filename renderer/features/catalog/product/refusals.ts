import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import type { Failure } from '../../../api/failure.ts';
import { MAX_LENGTHS, type TextFault, type TextName } from './form.ts';

/** The program's error codes. */
const KNOWN = {
  blank: 'blank',
  required: 'blank',
  max_length: 'long',
  invalid: 'characters',
  null_characters_not_allowed: 'characters',
  not_found: 'gone',
} as const;
const isKnown = (code: string | undefined): code is keyof typeof KNOWN =>
  code !== undefined && Object.hasOwn(KNOWN, code);

/** The error text of a field; null: none. */
export const useFaultText = () => {
  const { t } = useTranslation('catalog');
  return {
    text: (name: TextName, fault: TextFault | undefined): string | null =>
      fault === undefined ? null : t(`faults.${fault}`, { max: MAX_LENGTHS[name] }),
    refused: (failure: Failure | undefined, field: string, max: number = MAX_LENGTH.name): string | null => {
      if (failure?.kind !== 'invalid') return null;
      const code = failure.codes?.[field]?.[0]?.code;
      return isKnown(code) ? t(`faults.${KNOWN[code]}`, { max }) : (failure.errors[field] ?? null);
    },
  };
};
