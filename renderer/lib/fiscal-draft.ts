import {
  type FiscalFields,
  isUktzed,
  joinTaxes,
  MAX_RECEIPT_TEXT,
  plainUktzed,
  splitTaxes,
} from '../../shared/fiscal.ts';
import { textLength } from './text-length.ts';

/** Fiscal fields as they are typed: pure. */

export type FiscalDraft = Record<keyof FiscalFields, string>;
export type FiscalFaults = Partial<Record<keyof FiscalFields, 'tax' | 'uktzed' | 'long'>>;

export const draftOf = ({ tax, uktzed, header, footer }: FiscalFields): FiscalDraft => ({
  tax: joinTaxes(tax),
  uktzed,
  header,
  footer,
});

/** The fields, or what is wrong with them. */
export const readFiscalDraft = (draft: FiscalDraft): { fields: FiscalFields } | { faults: FiscalFaults } => {
  const tax = splitTaxes(draft.tax);
  const uktzed = plainUktzed(draft.uktzed);
  const [header, footer] = [draft.header.trim(), draft.footer.trim()];
  const faults: FiscalFaults = {
    ...(tax === undefined ? { tax: 'tax' } : {}),
    ...(uktzed === '' || isUktzed(uktzed) ? {} : { uktzed: 'uktzed' }),
    ...(textLength(header) > MAX_RECEIPT_TEXT ? { header: 'long' } : {}),
    ...(textLength(footer) > MAX_RECEIPT_TEXT ? { footer: 'long' } : {}),
  };
  return tax === undefined || Object.keys(faults).length > 0
    ? { faults }
    : { fields: { tax, uktzed, header, footer } };
};
