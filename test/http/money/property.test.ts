import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EmployeeFields, updateEmployee } from '../../../main/shop/accounts/accounts.ts';
import { addTerminal } from '../../../main/shop/terminals/terminals.ts';
import { build } from '../../../main/store/db/connection.ts';
import type { Product } from '../../../shared/api/catalog.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { Approval } from '../../../shared/api/refunds.ts';
import type { Shift } from '../../../shared/api/shifts.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { Answer, Client } from '../../helpers/client.ts';
import { PASSWORD } from '../../helpers/shop.ts';
import { shopOfFile } from '../../helpers/shop-of-file.ts';
import {
  type Action,
  action,
  type Cancel,
  type Capture,
  type Model,
  PEOPLE,
  type Person,
  PRICE,
  person,
  type Release,
} from './acts.ts';

/**
 * Random people with random rights and limits, over random sequences of everything that moves money, against a small model
 * of the rules: what the model refuses is refused and leaves no trace, what it allows is done, and in the end the bank's
 * book, ours and the model's are the same, so that nobody gave up more than allowed.
 */

const SEED = 29;
const SEQUENCES = 50;
const shop = await shopOfFile();
const cake = (await shop.owner.post<Product>('catalog/products/', { name: 'Торт', price: PRICE })).body;
const shift = (await shop.owner.post<Shift>('shifts/', { opening_cash: 0 })).body;
await shop.employee('manager', ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices']);

/** What a refused request could leave behind: rows of these tables. */
const traces = () => ({
  rows: (['attempts', 'actions', 'refunds', 'cash_sales', 'carts', 'events'] as const).map(
    (table) =>
      shop.console.db.get(
        build.selectFrom(table as 'attempts').select((eb) => eb.fn.countAll<number>().as('rows')),
      )?.rows,
  ),
  bank: shop.bank.requests.filter(({ method }) => method === 'POST').length,
});

let sequence = 0;

/** One sequence: its people, its terminal, its invoices. */
const openSequence = async (people: readonly Person[]) => {
  sequence += 1;
  const terminal = await addTerminal(shop.console, { name: `Каса ${sequence}`, token: shop.merchant.token });
  const clients: Client[] = [];
  for (const [index, each] of people.entries()) {
    const username = `p${sequence}-${index}`;
    const rights: [boolean, Permission][] = [
      [each.view, 'can_view_invoices'],
      [each.create, 'can_create_invoices'],
      [each.cancel, 'can_cancel_invoices'],
    ];
    const permissions = rights.filter(([has]) => has).map(([, right]) => right);
    clients.push(await shop.employee(username, permissions));
    const limits: Partial<EmployeeFields> = {
      refund_limits: { largest: each.largest, per_day: each.per_day },
      catalog_prices_only: each.catalogOnly,
      own_sales_only: each.ownOnly,
    };
    await updateEmployee(shop.console, username, limits);
  }
  const given = people.map(() => 0);
  const invoices: Model[] = [];
  let isDeleted = false;

  const check = async <Body>(isAllowed: boolean, send: () => Promise<Answer<Body>>) => {
    // What runs by itself writes events of its own between two looks.
    const { release } = await shop.hold();
    try {
      const before = traces();
      const answer = await send();
      expect(answer.status < 300, `${answer.status} ${answer.text}`).toBe(isAllowed);
      if (!isAllowed) {
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
        expect(traces()).toEqual(before);
      }
      return isAllowed ? answer.body : undefined;
    } finally {
      release();
    }
  };

  const refresh = async (model: Model): Promise<void> => {
    await shop.owner.post(`invoices/${model.id}/refresh/`);
  };
  const isWithinLimits = (who: number, amount: number): boolean => {
    const { largest, per_day } = people[who] as Person;
    const bounds = [largest, per_day === null ? null : Math.max(0, per_day - (given[who] ?? 0))];
    return bounds.every((bound) => bound === null || amount <= bound);
  };
  const mayGiveBack = (who: number, amount: number, isTyped: boolean, model: Model): boolean => {
    const { cancel, catalogOnly } = people[who] as Person;
    if (!cancel || (isTyped && catalogOnly && model.line !== undefined)) return false;
    return isWithinLimits(who, amount);
  };
  const seesAsRefunder = (who: number, { maker }: Model): boolean =>
    !(people[who] as Person).ownOnly || maker === who;

  /** The manager's consent, where it is asked for; it counts for the manager. */
  const consent = async (who: number, model: Model, amount: number, wanted: boolean) => {
    if (!wanted || isDeleted || !people[who]?.cancel || !seesAsRefunder(who, model)) return {};
    const body = { amount, username: 'manager', password: PASSWORD };
    const answer = await (clients[who] as Client).post<Approval>(
      `invoices/${model.id}/refund-approvals/`,
      body,
    );
    return answer.status === 201 ? { 'Refund-Approval': answer.body.token } : {};
  };
  /** Notes what was given back, for whoever answers for it. */
  const note = (who: number, amount: number, isWithin: boolean): void => {
    if (isWithin) given[who] = (given[who] ?? 0) + amount;
  };

  const endHold = async (act: Capture | Release, model: Model) => {
    const who = people[act.by] as Person;
    const taken = act.do === 'release' ? 0 : wanted(act, model, model.left).amount;
    const gives = model.left - taken;
    const isTyped = act.do === 'capture' && act.how === 'amount' && gives > 0;
    const isSeen = act.do === 'release' || who.view ? seesAsRefunder(act.by, model) : model.maker === act.by;
    const isWithin = gives === 0 || mayGiveBack(act.by, gives, isTyped, model);
    const headers = gives > 0 && act.asks ? await consent(act.by, model, gives, !isWithin) : {};
    const isApproved = Object.keys(headers).length > 0 && !(isTyped && who.catalogOnly && model.line);
    const right = act.do === 'release' ? who.cancel : who.create;
    const isAllowed =
      !isDeleted &&
      model.state === 'held' &&
      right &&
      isSeen &&
      taken >= 0 &&
      taken <= model.left &&
      (isWithin || isApproved);
    const body = act.do === 'release' ? undefined : wanted(act, model, model.left).body;
    const path = `invoices/${model.id}/${act.do}/`;
    const client = clients[act.by] as Client;
    if (!(await check(isAllowed, () => client.post<Invoice>(path, body, { headers })))) return;
    note(act.by, gives, isWithin);
    if (model.line) model.line.left = Math.round(taken / PRICE);
    Object.assign(model, taken === 0 ? { state: 'over', left: 0 } : { state: 'paid', left: taken });
  };

  const cancel = async (act: Cancel, model: Model) => {
    const who = people[act.by] as Person;
    const isUnpaid = model.state === 'created' || model.state === 'failure';
    const { amount, body } = wanted(act, model, model.left);
    const isTyped = act.how === 'amount' && amount !== model.left;
    const isWithin = mayGiveBack(act.by, amount, isTyped, model);
    const headers = model.state === 'paid' && act.asks ? await consent(act.by, model, amount, !isWithin) : {};
    const isApproved = Object.keys(headers).length > 0 && !(isTyped && who.catalogOnly && model.line);
    const isPossible = isUnpaid
      ? act.how === 'all'
      : model.state === 'paid' && amount >= 1 && amount <= model.left && (isWithin || isApproved);
    const isAllowed = !isDeleted && who.cancel && seesAsRefunder(act.by, model) && isPossible;
    const path = `invoices/${model.id}/cancel/`;
    const client = clients[act.by] as Client;
    if (!(await check(isAllowed, () => client.post<Invoice>(path, body, { headers })))) return;
    if (isUnpaid) {
      model.state = 'over';
      return;
    }
    note(act.by, amount, isWithin);
    if (act.how === 'line' && model.line) model.line.left -= 1;
    model.left -= amount;
    model.refunded += amount;
    if (model.left === 0) model.state = 'over';
  };

  /** The sum and the body of a capture or a cancel. */
  const wanted = (
    act: { how: 'all' | 'amount' | 'line'; part: number },
    model: Model,
    all: number,
  ): { amount: number; body: object } => {
    if (act.how === 'all') return { amount: all, body: {} };
    if (act.how === 'amount' || !model.line) return { amount: act.part, body: { amount: act.part } };
    const items = [{ item: model.line.id, quantity: 1 }];
    // Without a whole one left the request is refused.
    return { amount: model.line.left >= 1 ? PRICE : all + 1, body: { items } };
  };

  const run = async (act: Action): Promise<void> => {
    if (act.do === 'sell') {
      const who = people[act.by] as Person;
      const price = act.how === 'typed' ? PRICE - 1 : PRICE;
      const items = [{ product: cake.id, name: cake.name, price, quantity: act.quantity }];
      const body = {
        terminal: terminal.id,
        payment_type: act.isHold ? 'hold' : 'debit',
        ...(act.how === 'amount' ? { amount: act.quantity * PRICE } : { items }),
      };
      const isAllowed = !isDeleted && who.create && !(who.catalogOnly && act.how !== 'catalog');
      const made = await check(isAllowed, () => (clients[act.by] as Client).post<Invoice>('invoices/', body));
      if (!made) return;
      const [item] = made.items;
      invoices.push({
        id: made.id,
        bankId: made.invoice_id,
        maker: act.by,
        state: 'created',
        isHold: act.isHold,
        amount: made.amount,
        left: 0,
        refunded: 0,
        line: item && act.how === 'catalog' ? { id: item.id, left: act.quantity } : undefined,
      });
      return;
    }
    if (act.do === 'park') {
      const who = people[act.by] as Person;
      const line = { product: cake.id, name: cake.name, price: act.how === 'typed' ? 1 : PRICE };
      const isAllowed = who.create && !(who.catalogOnly && act.how === 'typed');
      await check(isAllowed, () => (clients[act.by] as Client).post('carts/', { lines: [line] }));
      return;
    }
    if (act.do === 'cash') {
      const who = people[act.by] as Person;
      const amount = 100;
      const isAllowed =
        who.create && !who.catalogOnly && (!act.isRefund || (who.cancel && isWithinLimits(act.by, amount)));
      const path = `shifts/${shift.id}/cash-sales/`;
      const body = { amount, is_refund: act.isRefund };
      await check(isAllowed, () => (clients[act.by] as Client).post(path, body));
      note(act.by, amount, isAllowed && act.isRefund);
      return;
    }
    if (act.do === 'delete-terminal') {
      const isAllowed = !isDeleted && invoices.every(({ state }) => state !== 'created' && state !== 'held');
      // Early deletions would leave nothing to do.
      if (invoices.length < 2) return;
      await check(isAllowed, () => shop.owner.send('DELETE', `terminals/${terminal.id}/`));
      isDeleted ||= isAllowed;
      return;
    }
    const model = invoices[act.at % Math.max(1, invoices.length)];
    if (!model) return;
    if (act.do === 'pay' || act.do === 'decline') {
      if (isDeleted || (model.state !== 'created' && model.state !== 'failure')) return;
      if (act.do === 'decline') shop.bank.decline(model.bankId);
      else shop.bank.pay(model.bankId);
      await refresh(model);
      if (act.do === 'decline') model.state = 'failure';
      else Object.assign(model, { state: model.isHold ? 'held' : 'paid', left: model.amount });
      return;
    }
    if (act.do === 'cancel') return cancel(act, model);
    if (act.do === 'capture' || act.do === 'release') return endHold(act, model);
    if (act.do === 'withdraw') return withdraw(act, model);
  };

  const withdraw = async (act: { by: number }, model: Model): Promise<void> => {
    const who = people[act.by] as Person;
    const isOwn = model.maker === act.by && who.create;
    const isUnpaid = model.state === 'created' || model.state === 'failure';
    const isAllowed = !isDeleted && isUnpaid && (isOwn || (who.cancel && seesAsRefunder(act.by, model)));
    const path = `invoices/${model.id}/withdraw/`;
    if (await check(isAllowed, () => (clients[act.by] as Client).post<Invoice>(path))) model.state = 'over';
  };

  /** The books agree. */
  const compare = async (): Promise<void> => {
    for (const model of invoices) {
      const atBank = shop.bank.invoice(model.bankId);
      const refunds = atBank?.refunds ?? [];
      const back = refunds.reduce((sum, { amount }) => sum + amount, 0);
      const isReleased = model.isHold && model.state === 'over' && model.refunded === 0;
      if (!isReleased) expect(back, `refunds of ${model.id}`).toBe(model.refunded);
      const ours = (await shop.owner.get<Invoice>(`invoices/${model.id}/`)).body;
      if (model.state !== 'paid') continue;
      expect([ours.status, ours.final_amount]).toEqual(['success', model.left]);
      expect(atBank?.finalAmount).toBe(model.left);
    }
  };
  return { run, compare };
};

test(`nobody gives up more than allowed: ${SEQUENCES} sequences`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: PEOPLE, maxLength: PEOPLE }),
      fc.array(action, { minLength: 6, maxLength: 18 }),
      async (people, actions) => {
        const { run, compare } = await openSequence(people);
        for (const act of actions) await run(act);
        await compare();
      },
    ),
    { seed: SEED, numRuns: SEQUENCES },
  );
});
