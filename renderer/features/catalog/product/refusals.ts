import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../../shared/api/fields.ts';
import type { Failure } from '../../../data/failure.ts';
import { MAX_LENGTHS, type TextFault, type TextName } from './form.ts';

/** The program tells what is wrong with a field in English; these are known, and told in the shop's language. */
const KNOWN = [
  [/may not be blank|is required/, 'blank'],
  [/has no more than \d+ characters/, 'long'],
  [/^Not a valid string|^Null characters/, 'characters'],
  [/object does not exist/, 'gone'],
] as const;

/** What is wrong with a field, in the words of the screen; null: nothing. */
export const useFaultText = () => {
  const { t } = useTranslation('catalog');
  return {
    text: (name: TextName, fault: TextFault | undefined): string | null =>
      fault === undefined ? null : t(`faults.${fault}`, { max: MAX_LENGTHS[name] }),
    refused: (failure: Failure | undefined, field: string, max: number = MAX_LENGTH.name): string | null => {
      const words = failure?.kind === 'invalid' ? failure.errors[field] : undefined;
      if (words === undefined) return null;
      const known = KNOWN.find(([pattern]) => pattern.test(words))?.[1];
      return known === undefined ? words : t(`faults.${known}`, { max });
    },
  };
};
