import type { TaxGroup } from '../../../shared/income.ts';
import { recordAction } from '../../shop/actions/record.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import type { Db, ReadDb } from '../../store/db/connection.ts';
import {
  chooseForShiftCash,
  chosenForShiftCash,
  setTaxGroup,
  taxGroupOf,
  terminalTaxNumbers,
} from '../../store/income.ts';

/** Terminals of one tax number together: ЄДРПОУ or РНОКПП. "": the bank has not given it yet. */
export interface Taxpayer {
  taxNumber: string;
  merchantName: string;
  /** Deleted ones too: their payments remain income. */
  terminals: { id: number; name: string; isDeleted: boolean }[];
}

/** In the order of their first terminals. */
export const taxpayers = (db: ReadDb): Taxpayer[] =>
  [...Map.groupBy(terminalTaxNumbers(db), ({ edrpou }) => edrpou.trim())].map(([taxNumber, terminals]) => ({
    taxNumber,
    merchantName: terminals.findLast(({ merchant_name }) => merchant_name !== '')?.merchant_name ?? '',
    terminals: terminals.map(({ id, name, is_deleted }) => ({ id, name, isDeleted: is_deleted === 1 })),
  }));

/**
 * The taxpayer of a tax number, by default the first; a shop without terminals has an empty one.
 * @throws ValidationError not_found
 */
export const taxpayerBy = (db: Db, taxNumber: string | undefined): Taxpayer => {
  const known = taxpayers(db);
  if (taxNumber === undefined) return known[0] ?? { taxNumber: '', merchantName: '', terminals: [] };
  const found = known.find((taxpayer) => taxpayer.taxNumber === taxNumber.trim());
  if (!found) throw fieldRefusal('tax_number', 'not_found', 'No terminal of the shop has this tax number.');
  return found;
};

/**
 * The tax number that the cash of shifts belongs to in a year: a shift knows no terminal. By default that of the oldest
 * terminal, so that no cash is left out.
 */
export const shiftCashTaxNumber = (db: ReadDb, year: number): string => {
  const chosen = chosenForShiftCash(db, year);
  if (chosen !== undefined) return chosen;
  const all = taxpayers(db);
  return (all.find(({ taxNumber }) => taxNumber !== '') ?? all[0])?.taxNumber ?? '';
};

/** Whether the cash of shifts belongs to a seller in a month, such as 2026-10. @param taxNumber undefined: all sellers */
export const takesShiftCash = (db: ReadDb, taxNumber: string | undefined, month: string): boolean =>
  taxNumber === undefined || shiftCashTaxNumber(db, Number(month.slice(0, 4))) === taxNumber;

interface TaxpayerChanges {
  taxGroup?: TaxGroup | null | undefined;
  takesShiftCash: boolean;
}

/** Changes a taxpayer from a year on; earlier years stay as they are. @throws ValidationError not_found */
export const changeTaxpayer = (
  { db, now }: { db: Db; now: () => number },
  taxNumber: string,
  year: number,
  { taxGroup, takesShiftCash }: TaxpayerChanges,
): Taxpayer =>
  db.transaction(() => {
    const taxpayer = taxpayerBy(db, taxNumber);
    if (taxGroup !== undefined && taxGroup !== taxGroupOf(db, taxpayer.taxNumber, year))
      setTaxGroup(db, taxpayer.taxNumber, year, taxGroup);
    if (takesShiftCash) chooseForShiftCash(db, year, taxpayer.taxNumber);
    const facts = {
      ...(taxGroup === undefined ? {} : { tax_group: taxGroup }),
      ...(takesShiftCash ? { takes_shift_cash: true } : {}),
    };
    const object = { kind: 'setting' as const, id: null, label: taxpayer.taxNumber };
    recordAction(db, now(), { code: 'taxpayer_changed', object, facts: { year, ...facts } });
    return taxpayer;
  });
