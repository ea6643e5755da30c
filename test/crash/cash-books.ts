import type { CashMoveRow } from '../../main/store/cash-moves.ts';
import type { TillCash } from '../../shared/api/shifts.ts';
import type { Books, CashRow } from './books.ts';
import { type Cash, type CashIntent, OPENING } from './cash.ts';
import { type Found, tagOf } from './ledger.ts';
import type { CrashShop } from './shop.ts';

/** The drawer and the cash sales on the disk, by what the tills were answered and what the bank's book says. */

/** What the bank has refused, or never got, was never sold and never given back. */
const isLive = ({ status, accepted_at, is_refund }: CashRow): boolean =>
  accepted_at !== null || !(status === 'refused' || (is_refund === 1 && status === 'dropped'));

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const rowsByKey = ({ cash }: Books) => Map.groupBy(cash.filter(isLive), ({ remark }) => remark);

const textOf = ({ search_text: _, ...row }: CashRow & { search_text?: string }): string =>
  JSON.stringify(row);

/** Refunds through Kramar of the rests of sales in parts, with what was written of each. */
const refundsOfParts = ({ bank, cash }: Books) => {
  const byTag = new Map(cash.flatMap((row) => (row.tag === null ? [] : [[row.tag, row] as const])));
  return bank.flatMap((invoice) => {
    const sale = byTag.get(tagOf(invoice));
    return sale
      ? invoice.refunds.map((refund) => ({ sale, refund, row: byTag.get(refund.extRef ?? '') }))
      : [];
  });
};

/** The book of the bank without the invoices of sales in parts. */
export const withoutParts = (books: Books): Books => {
  const tags = new Set(books.cash.map(({ tag }) => tag));
  return { ...books, bank: books.bank.filter((invoice) => !tags.has(tagOf(invoice))) };
};

/** Holds at every moment, right after a start too. */
export const lookAtCash = (books: Books, { intents }: Cash): Omit<Found, 'lost'> => {
  const byKey = rowsByKey(books);
  const keys = new Set(intents.map(({ key }) => key));
  const returns = Map.groupBy(
    books.cash.filter((row) => row.return_of !== null && isLive(row)),
    ({ return_of }) => return_of,
  );
  const made = refundsOfParts(books).filter(({ refund }) => refund.extRef && refund.status !== 'failure');
  return {
    doubled: [
      ...[...byKey].flatMap(([key, rows]) =>
        rows.length > 1 ? [`The key "${key}" was carried out as ${rows.map(textOf).join(' and ')}`] : [],
      ),
      ...[...Map.groupBy(books.moves, ({ reason }) => reason)].flatMap(([key, rows]) =>
        rows.length > 1 ? [`The key "${key}" moved cash ${rows.length} times`] : [],
      ),
    ],
    refundedTwice: [...Map.groupBy(made, ({ refund }) => refund.extRef)].flatMap(([tag, each]) =>
      each.length > 1 ? [`The bank refunded ${each.length} times by the tag ${tag}`] : [],
    ),
    other: [
      ...[...byKey.keys()]
        .filter((key) => !keys.has(key))
        .map((key) => `Nothing wanted the cash sale "${key}"`),
      ...made.flatMap(({ sale, refund, row }) =>
        row?.return_of === sale.id && row.qr_amount === refund.amount
          ? []
          : [
              `The bank refunded ${JSON.stringify(refund)} of ${textOf(sale)}; written: ${row && textOf(row)}`,
            ],
      ),
      ...books.cash.flatMap((sale) => {
        const back = returns.get(sale.id) ?? [];
        const cash = sum(back.map(({ amount, qr_amount }) => amount - qr_amount));
        const qr = sum(back.filter(({ status }) => status !== 'refused').map(({ qr_amount }) => qr_amount));
        return cash > sale.amount - sale.qr_amount || qr > sale.qr_amount
          ? [`More came back than was sold, ${cash} in cash and ${qr} by QR, of ${textOf(sale)}`]
          : [];
      }),
      ...books.overReturned.map((item) => `More of line ${item} came back than was sold`),
    ],
  };
};

/** What became of a key: what was answered is here, what was refused is not. */
const keyDifferences = (
  { kind, key, state, answer, text, total }: CashIntent,
  rows: readonly (CashRow | CashMoveRow)[],
): Pick<Found, 'lost' | 'other'> => {
  const [row] = rows;
  const was = `The key "${key}" was ${state}, ${text}; written is ${JSON.stringify(row)}`;
  const isUnwanted = (state === 'refused' || state === 'failed') && row !== undefined;
  const isOther = kind !== 'return' && row !== undefined && row.amount !== Math.abs(total);
  return {
    lost: answer && rows.every(({ id }) => id !== answer.id) ? [was] : [],
    other: isUnwanted || isOther ? [was] : [],
  };
};

/** A sale in parts has the end that a till was answered, and none that no till wanted. */
const endDifferences = (sale: CashRow, intents: readonly CashIntent[]): string[] => {
  const wanted = intents.filter((each) => each.sale?.key === sale.remark && each.kind === 'rest');
  const possible = wanted.filter(({ state }) => state !== 'refused');
  const isTrue = possible.every(({ state, by }) => state !== 'done' || sale.ended === by);
  return isTrue && (sale.ended === null || possible.length > 0)
    ? []
    : [`It has ended otherwise than tills wanted it, ${JSON.stringify(wanted)}: ${textOf(sale)}`];
};

const hasMoney = (status: string | undefined): boolean => status === 'success' || status === 'reversed';

/** Whether the QR of a sale in parts is paid: what cannot be read at the bank stays here as it was. */
const isPaid = (row: CashRow, { bank, invoices }: Books, isSuspect: (id: string) => boolean): boolean => {
  const opened = bank.filter((invoice) => tagOf(invoice) === row.tag);
  return opened.some(({ invoiceId }) => isSuspect(invoiceId))
    ? hasMoney(invoices.find(({ id }) => id === row.invoice_id)?.status)
    : opened.some(({ status }) => hasMoney(status));
};

/** Of a return: the bank has taken the refund beside the cash. */
const isTaken = (row: CashRow): boolean =>
  row.attempt_id === null || row.status === 'done' || row.accepted_at !== null;

/** The cash of a return counts only beside a refund that the bank has. */
const ungiven = (row: CashRow, refunded: ReadonlySet<string | undefined>): string[] =>
  isTaken(row) && row.tag !== null && !refunded.has(row.tag)
    ? [`Its cash counts as given back, and the bank has no refund of it: ${textOf(row)}`]
    : [];

/** What a sale or a return adds to the drawer, and to what lies aside, by the till's own figures. */
const inDrawer = ({ kind, total, cash, answer }: CashIntent, row: CashRow, paid: boolean) => {
  if (kind === 'return')
    return { drawer: isTaken(row) ? -(answer?.amount ?? row.amount - row.qr_amount) : 0, aside: 0 };
  if (kind === 'sale' || row.ended === 'cash') return { drawer: total, aside: 0 };
  const lies = row.ended === null ? cash : 0;
  return paid ? { drawer: lies, aside: 0 } : { drawer: 0, aside: lies };
};

/** Of the whole: each answered key is here, and the drawer is what the tills and the bank know of. @throws Gone */
export const cashDifferences = async (
  shop: CrashShop,
  books: Books,
  { intents, shift }: Cash,
  isSuspect: (id: string) => boolean,
): Promise<Pick<Found, 'lost' | 'other'>> => {
  const byKey = rowsByKey(books);
  const moves = Map.groupBy(books.moves, ({ reason }) => reason);
  const refunded = new Set(refundsOfParts(books).map(({ refund }) => refund.extRef));
  const expected = { expected_cash: OPENING, aside: 0 };
  const [lost, other]: [string[], string[]] = [[], []];
  for (const intent of intents.filter(({ kind }) => kind !== 'rest')) {
    const { kind, key, total } = intent;
    const move = moves.get(key) ?? [];
    const rows = byKey.get(key) ?? [];
    const found = keyDifferences(intent, kind === 'move' ? move : rows);
    lost.push(...found.lost);
    other.push(...found.other);
    if (move.length > 0) expected.expected_cash += total;
    const [row] = rows;
    if (!row) continue;
    const paid = kind === 'parts' && isPaid(row, books, isSuspect);
    const { drawer, aside } = inDrawer(intent, row, paid);
    expected.expected_cash += drawer;
    expected.aside += aside;
    if (kind === 'parts') other.push(...endDifferences(row, intents));
    if (kind === 'return') other.push(...ungiven(row, refunded));
  }
  const { expected_cash, aside } = await shop.ask200<TillCash>('GET', `shifts/${shift()}/till/`);
  const [says, wanted] = [JSON.stringify({ expected_cash, aside }), JSON.stringify(expected)];
  return { lost, other: [...other, ...(says === wanted ? [] : [`The drawer: ${says}, expected ${wanted}`])] };
};
