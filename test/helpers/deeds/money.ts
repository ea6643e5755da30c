import { expect } from 'vitest';
import type { CashSale } from '../../../shared/api/cash-sales.ts';
import type { Invoice } from '../../../shared/api/invoices.ts';
import type { CurrentShift, Shift } from '../../../shared/api/shifts.ts';
import { ok } from '../ok.ts';
import { create, type Deed, everyone, type GetShop, one, type Person, request } from './deed.ts';

/** A request that the bank does not show is given up after 15 minutes. */
const GIVEN_UP_S = 16 * 60;

/** Requests of money to the bank, by what they are and how they end. */
export const moneyDeeds = (shop: GetShop) => {
  const sale = ({ client }: Person, more: object = {}) =>
    ok(client.post<Invoice>('invoices/', { terminal: shop().terminal.id, amount: 8100, ...more }));
  const paid = async (person: Person, more: object = {}): Promise<Invoice> => {
    const invoice = await sale(person, more);
    shop().bank.pay(invoice.invoice_id);
    return ok(person.client.post<Invoice>(`invoices/${invoice.id}/refresh/`));
  };
  const held = (person: Person) => paid(person, { payment_type: 'hold' });
  const calls = {
    refund: { path: 'cancel', bank: 'invoice/cancel', start: paid },
    remove: { path: 'cancel', bank: 'invoice/remove', start: sale },
    capture: { path: 'capture', bank: 'invoice/finalize', start: held },
    release: { path: 'release', bank: 'invoice/cancel', start: held },
  };
  const ending = (kind: keyof typeof calls, outcome: 'done' | 'refused' | 'in_doubt' | 'dropped') =>
    everyone(async (person) => {
      const { path, bank, start } = calls[kind];
      const { id, invoice_id: invoiceId } = await start(person);
      const send = () => person.client.post(`invoices/${id}/${path}/`, {});
      if (outcome === 'refused') shop().bank.fault({ kind: 'refusal', path: bank, invoiceId });
      if (outcome === 'in_doubt' || outcome === 'dropped')
        shop().bank.fault({ kind: 'bad-gateway', path: bank, invoiceId, acts: outcome === 'in_doubt' });
      if (outcome === 'dropped') expect((await send()).status).toBe(502);
      return async () => {
        if (outcome === 'dropped') await ok(person.client.post(`invoices/${id}/refresh/`));
        else expect((await send()).status).toBe(outcome === 'done' ? 200 : 502);
        return { key: id };
      };
    });
  const dropped = (kind: keyof typeof calls): Deed => ({ ...ending(kind, 'dropped'), laterS: GIVEN_UP_S });
  /** An invalidation is given up by the job alone, where the bank shows the invoice as open after its validity. */
  const removeDropped: Deed = everyone(async (person) => {
    const { id, invoice_id: invoiceId } = await sale(person, { validity: 60 });
    shop().bank.fault({ kind: 'bad-gateway', path: calls.remove.bank, invoiceId });
    expect((await person.client.post(`invoices/${id}/cancel/`, {})).status).toBe(502);
    shop().bank.poison(invoiceId, { status: { set: { status: 'created' } } });
    return async () => {
      await ok(shop().owner.post('jobs/settle-attempts/run/'));
      return { key: id };
    };
  });
  return { ending, dropped, removeDropped: { ...removeDropped, laterS: GIVEN_UP_S }, paid };
};

/** One shift is open in a shop. */
export const shiftDeeds = (shop: GetShop) => {
  const shiftOf = async ({ client }: Person): Promise<number> => {
    const { body } = await client.get<CurrentShift>('shifts/current/');
    return body.shift?.id ?? (await ok(client.post<Shift>('shifts/', { opening_cash: 0 }))).id;
  };
  const close = ({ client }: Person, id: number) =>
    ok(client.post(`shifts/${id}/close/`, { closing_cash: 0 }));
  let amount = 1000;
  const ownAmount = () => {
    amount += 1;
    return { amount, done: { key: `"amount":${amount}` } };
  };
  const moved = (direction: 'in' | 'out') =>
    everyone(async (person) => {
      const [shift, { amount, done }] = [await shiftOf(person), ownAmount()];
      const send = (to: 'in' | 'out', sum: number) => (client: Person['client']) =>
        client.post(`shifts/${shift}/cash-moves/`, { amount: sum, direction: to, reason: 'Розмін' });
      if (direction === 'out') await ok(send('in', 2 * amount)(person.client));
      return request(
        ({ client }) => send(direction, amount)(client),
        () => done,
      )(person);
    });
  const endInParts = (by: 'cash' | 'give_back') =>
    everyone(async (person) => {
      await shiftOf(person);
      const body = { amount: ownAmount().amount, cash: 500, terminal: shop().terminal.id };
      const { id, number_display } = await ok(person.client.post<CashSale>('cash-sales/', body));
      return request(
        ({ client }) => client.post(`cash-sales/${id}/rest/`, { by }),
        () => ({ key: `"invoice":"${number_display}"` }),
      )(person);
    });
  return {
    cash_rest_taken: endInParts('cash'),
    cash_part_given_back: endInParts('give_back'),
    shift_opened: one(async (person) => {
      await close(person, await shiftOf(person));
      return async () => ({ key: (await ok(person.client.post<Shift>('shifts/', { opening_cash: 0 }))).id });
    }),
    shift_closed: one(async (person) => {
      const key = await shiftOf(person);
      return async () => {
        await close(person, key);
        return { key };
      };
    }),
    cash_put_in: moved('in'),
    cash_taken_out: moved('out'),
    day_closed: one(async (person) => {
      await ok(
        person.client.post(`shifts/${await shiftOf(person)}/cash-sales/`, { amount: ownAmount().amount }),
      );
      const remark = `Закриття ${amount}`;
      return async () => {
        await ok(person.client.post('day-closures/', { closing_cash: 0, remark }));
        return { key: remark };
      };
    }),
    month_closed: one(async ({ client }) => async () => {
      await ok(client.post('month-closures/', { remark: 'Місяць закрито' }));
      return { key: 'Місяць закрито' };
    }),
    // A matching count is final, so each is of a shift of its own.
    cash_counted: one(async (person) => {
      await close(person, await shiftOf(person));
      const key = await shiftOf(person);
      return async () => {
        await ok(person.client.post(`shifts/${key}/counts/`, { cash: 0 }));
        return { key };
      };
    }),
    cash_refund_entered: everyone(async (person) => {
      const [shift, { amount, done }] = [await shiftOf(person), ownAmount()];
      const body = { amount, is_refund: true };
      return request(
        ({ client }) => client.post(`shifts/${shift}/cash-sales/`, body),
        () => done,
      )(person);
    }),
    cash_sale_voided: everyone(async (person) => {
      const [shift, { amount, done }] = [await shiftOf(person), ownAmount()];
      const { id } = await ok(person.client.post<CashSale>(`shifts/${shift}/cash-sales/`, { amount }));
      const body = { reason: 'Помилка' };
      return request(
        ({ client }) => client.post(`cash-sales/${id}/void/`, body),
        () => done,
      )(person);
    }),
  };
};

export const cartDeeds = () => {
  const park = async (person: Person) => {
    const key = `Столик ${person.name}`;
    const lines = [{ name: 'Чай', price: 4000 }];
    return { key, id: await create(person, 'carts/', { name: key, lines }) };
  };
  return {
    cart_saved: everyone(async (person) => async () => ({ key: (await park(person)).key })),
    cart_deleted: everyone(async (person) => {
      const { key, id } = await park(person);
      return request(
        ({ client }) => client.send('DELETE', `carts/${id}/`),
        () => ({ key }),
      )(person);
    }),
  };
};

export const incomeDeeds = (shop: GetShop) => {
  const own = () => ({ tax_number: shop().merchant.edrpou });
  const enter = ({ client }: Person) => {
    const entry = { date: '2026-03-02', kind: 'cash', amount: 5000, source: 'Ярмарок', ...own() };
    return ok(client.post<{ id: number }>('income-book/entries/', entry));
  };
  return {
    income_entered: one(async (person) => async () => ({ key: `"entry":${(await enter(person)).id}` })),
    income_voided: one(async (person) => {
      const { id } = await enter(person);
      const body = { reason: 'Помилка' };
      return request(
        ({ client }) => client.post(`income-book/entries/${id}/void/`, body),
        () => ({ key: `"entry":${id}` }),
      )(person);
    }),
    taxpayer_changed: one(
      request(({ client }) => client.patch('income-book/taxpayers/', { ...own(), year: 2026, tax_group: 2 })),
    ),
    income_limits_changed: one(
      request(({ client }) => client.patch('income-book/limits/', { year: 2026, group_1: 100_000 })),
    ),
  };
};
