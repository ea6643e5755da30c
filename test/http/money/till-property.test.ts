import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { build } from '../../../main/store/db/connection.ts';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { Shift, ShiftCountResult, TillCash } from '../../../shared/api/shifts.ts';
import type { Answer, Client } from '../../helpers/client.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';

/**
 * Random sequences of cash sales, refunds, voided entries, cash put in and taken out, counts and closings, by somebody who
 * sees the takings and by two who count unseen, against a small model: what it refuses is refused and leaves no row, and
 * what it allows adds up to its sums. Requests are repeated under their key at random.
 */

const SEED = 35;
const SEQUENCES = 60;

const by = fc.nat({ max: 2 });
const amount = fc.integer({ min: 1, max: 3000 });
const step = fc.record({
  do: fc.constantFrom(
    ...(['sell', 'sell', 'give-back', 'void', 'in', 'out', 'out'] as const),
    ...(['count', 'count-right', 'close', 'close-right'] as const),
  ),
  by,
  amount,
  at: fc.nat({ max: 4 }),
  isRepeated: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** What a person entered, minor units: negative when taken out. */
interface Entry {
  by: number;
  cash: number;
  /** Of a cash sale or refund. */
  id: number | undefined;
}

let people: Client[];
const shop = await shopOfFile();
beforeAll(async () => {
  people = [shop.owner, await unseeing('olena'), await unseeing('taras')];
});

const unseeing = (username: string): Promise<Client> => {
  const rights = ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices'] as const;
  return shop.employee(username, rights, { own_sales_only: 1 });
};

const rows = () =>
  (['shifts', 'cash_sales', 'cash_moves', 'shift_counts', 'actions'] as const).map(
    (table) =>
      shop.console.db.get(
        build.selectFrom(table as 'shifts').select((eb) => eb.fn.countAll<number>().as('rows')),
      )?.rows,
  );

let keys = 0;

/** One shift until it is closed. */
const runShift = async (opening: number, steps: readonly Step[]): Promise<void> => {
  const { body: shift } = await shop.owner.post<Shift>('shifts/', { opening_cash: opening });
  let entries: Entry[] = [];
  const counts: { cash: number; expected: number }[] = [];
  let closed: Shift | undefined;

  const sum = (own: (entry: Entry) => boolean = () => true): number =>
    opening + entries.filter(own).reduce((total, { cash }) => total + cash, 0);
  const known = (who: number): number => sum((entry) => who === 0 || entry.by === who);
  const isFinal = () => counts.some(({ cash, expected }) => cash === expected) || counts.length === 2;

  const send = async <Body>(
    { by: who, isRepeated }: Step,
    isAllowed: boolean,
    path: string,
    body: object,
  ): Promise<Body | undefined> => {
    const before = rows();
    keys += 1;
    const headers = { 'Idempotency-Key': `step ${keys}` };
    const request = () => (people[who] as Client).post<Body>(path, body, { headers });
    const answers: Answer<Body>[] = isRepeated
      ? await Promise.all([request(), request()])
      : [await request()];
    const first = answers[0] as Answer<Body>;
    expect(new Set(answers.map(({ text }) => text)).size, first.text).toBe(1);
    expect(first.status < 300, `${path} ${JSON.stringify(body)}: ${first.text}`).toBe(isAllowed);
    if (!isAllowed) expect(rows()).toEqual(before);
    return isAllowed ? first.body : undefined;
  };

  const path = `shifts/${shift.id}/`;
  const isOpen = () => closed === undefined;
  const enter = async (each: Step): Promise<void> => {
    const is_refund = each.do === 'give-back';
    const body = { amount: each.amount, is_refund };
    const made = await send<CashSale>(each, isOpen(), `${path}cash-sales/`, body);
    if (made) entries.push({ by: each.by, cash: is_refund ? -each.amount : each.amount, id: made.id });
  };
  const voidOne = async (each: Step): Promise<void> => {
    const sales = entries.filter(({ id, by: who }) => id !== undefined && (each.by === 0 || who === each.by));
    const chosen = sales[each.at % Math.max(1, sales.length)];
    if (!chosen) return;
    if (await send(each, isOpen(), `cash-sales/${chosen.id}/void/`, { reason: 'Помилка' }))
      entries = entries.filter((entry) => entry !== chosen);
  };
  const move = async (each: Step): Promise<void> => {
    const direction = each.do === 'in' ? 'in' : 'out';
    const isAllowed = isOpen() && (direction === 'in' || each.amount <= known(each.by));
    const body = { amount: each.amount, direction, reason: 'Розмін' };
    if (await send(each, isAllowed, `${path}cash-moves/`, body))
      entries.push({ by: each.by, cash: direction === 'in' ? each.amount : -each.amount, id: undefined });
  };
  const count = async (each: Step): Promise<void> => {
    const [cash, expected] = [each.do === 'count' ? each.amount : Math.max(0, sum()), sum()];
    const isAllowed = isOpen() && !isFinal();
    const answer = await send<ShiftCountResult>(each, isAllowed, `${path}counts/`, { cash });
    if (!answer) return;
    counts.push({ cash, expected });
    const matches = cash === expected;
    expect(answer).toEqual({ matches, tries_left: matches || counts.length === 2 ? 0 : 1 });
  };
  const close = async (each: Step): Promise<void> => {
    const cash = each.do === 'close' ? each.amount : Math.max(0, sum());
    const last = counts.at(-1);
    const isOther = isFinal() && last?.expected === sum() && last.cash !== cash;
    const isAllowed = isOpen() && (each.by === 0 || !isOther);
    closed = (await send<Shift>(each, isAllowed, `${path}close/`, { closing_cash: cash })) ?? closed;
    if (isAllowed) expect(closed).toMatchObject({ expected_cash: sum(), difference: cash - sum() });
  };
  const acts: Record<Step['do'], (each: Step) => Promise<void>> = {
    sell: enter,
    'give-back': enter,
    void: voidOne,
    in: move,
    out: move,
    count,
    'count-right': count,
    close,
    'close-right': close,
  };

  for (const each of steps) await acts[each.do](each);
  const till = await shop.owner.get<TillCash>(`shifts/${shift.id}/till/`);
  expect(till.body.expected_cash).toBe(sum());
  closed ??= (await shop.owner.post<Shift>(`shifts/${shift.id}/close/`, { closing_cash: 0 })).body;
  const { body: kept } = await shop.owner.get<Shift>(`shifts/${shift.id}/`);
  expect(kept).toMatchObject({ is_open: false, expected_cash: sum() });
  expect(kept.counts?.map(({ cash, difference }) => ({ cash, expected: cash - difference }))).toEqual(counts);
};

test('no sequence of cash leaves another sum than the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 2000 }), fc.array(step, { minLength: 5, maxLength: 14 }), runShift),
    { seed: SEED, numRuns: SEQUENCES, endOnFailure: true },
  );
});
