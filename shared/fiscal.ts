/** What a fiscal register needs of a line beside name, quantity and price. */

export interface FiscalFields {
  /** The register's own numbers of tax rates. */
  tax: number[];
  /** Commodity code of customs (УКТЗЕД); "": none. */
  uktzed: string;
  /** Printed before and after the name; "": nothing. */
  header: string;
  footer: string;
}

export const NO_FISCAL_FIELDS: FiscalFields = { tax: [], uktzed: '', header: '', footer: '' };

/** More rates than any line has. */
export const MAX_TAXES = 8;
export const MAX_TAX = 9999;
/** The longest header or footer, in characters. */
export const MAX_RECEIPT_TEXT = 250;

/** A group has four digits, a whole code ten; between them are subgroups. */
const UKTZED = /^\d{4,10}$/;
export const isUktzed = (text: string): boolean => UKTZED.test(text);

/** `2202 99 19 00` → `2202991900`: people copy it with the spaces of the tariff. */
export const plainUktzed = (text: string): string => text.replaceAll(/\s/g, '');

const NUMBER = /^\d{1,4}$/;

/** `1, 7` → both, in order and without repetitions; undefined: no list of numbers. */
export const splitTaxes = (text: string): number[] | undefined => {
  const parts = text.split(/[\s,;]+/u).filter((part) => part !== '');
  if (!parts.every((part) => NUMBER.test(part))) return undefined;
  const taxes = [...new Set(parts.map(Number))];
  return taxes.length <= MAX_TAXES ? taxes : undefined;
};

export const joinTaxes = (taxes: readonly number[]): string => taxes.join(', ');
