import { build, type Db } from '../../main/store/db/connection.ts';
import { INVOICE_STATUSES } from '../../shared/api/statuses.ts';
import { writeRow, writeTerminals } from '../helpers/empty-database.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-21T09:00:00Z');

/** mulberry32: the same numbers at each run, so that a failure can be looked into. */
const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};
const random = createRandom(8);

export const chance = (share: number): boolean => random() < share;

export const oneOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined && items.length === 0) throw new Error('There is nothing to pick from.');
  return item as Item;
};

/** Two terminals with three registers. */
const writeGround = (db: Db): void => {
  writeTerminals(db, 'Зала 1', 'Зала 2');
  for (const id of [1, 2, 3])
    db.run(
      build
        .insertInto('cash_registers')
        .values({
          id,
          terminal_id: id === 3 ? 2 : 1,
          qr_id: `q${id}`,
          short_qr_id: `q${id}`,
          name: `q${id}`,
          amount_type: 'merchant',
          page_url: '',
          is_active: 1,
          created_at: 0,
          updated_at: 0,
        }),
    );
};

const PLACES = [
  { terminal_id: 1, cash_register_id: null },
  { terminal_id: 2, cash_register_id: null },
  { terminal_id: 1, cash_register_id: 1 },
  { terminal_id: 1, cash_register_id: 2 },
  { terminal_id: 2, cash_register_id: 3 },
  { terminal_id: 2, cash_register_id: 3 },
];

/** A quiet time before 1970 (a PC's clock once stood there), months without a sale, then some weeks with many a day. */
const randomDate = (): number => {
  const from = chance(0.02) ? -9 * DAY_MS : NOW - 70 * DAY_MS;
  // Whole minutes, so that many fall together.
  return from + Math.floor((random() * 66 * DAY_MS) / 60_000) * 60_000;
};

/** Of no shop's: dates that fall together, statuses seldom met. */
const randomInvoice = (number: number, at: number) => {
  const status = chance(0.9) ? oneOf(['success', 'expired'] as const) : oneOf(INVOICE_STATUSES);
  const place = oneOf(PLACES);
  return {
    number,
    invoice_id: `p2_${number}`,
    status,
    ...place,
    amount: 1 + Math.floor(random() * 50),
    ccy: chance(0.95) ? 980 : 840,
    reference: `INV-${number}`,
    final_amount: status === 'success' && chance(0.1) ? 0 : null,
    created_locally: chance(0.95) ? (1 as const) : (0 as const),
    created_date: at,
    modified_date: chance(0.5) ? at : null,
    paid_date: status === 'success' ? at + 60_000 : null,
  };
};

/** Returns their dates. */
export const writeManyInvoices = (db: Db, count: number): number[] => {
  writeGround(db);
  const dates = Array.from({ length: count }, randomDate);
  db.transaction(() => {
    for (const [before, at] of dates.entries()) writeRow(db, randomInvoice(before + 1, at));
  });
  return dates;
};
