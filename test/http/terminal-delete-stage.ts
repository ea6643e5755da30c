import { beforeEach, expect } from 'vitest';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { CashRegister } from '../../shared/api/cash-registers.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { Page } from '../../shared/api/pages.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { ok } from '../helpers/ok.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';

/** A shop for all tests of a file, whose terminals are deleted. */
export const openTerminals = async () => {
  const clock = stoppedClock(Math.floor(Date.now() / 1000) * 1000);
  const shop = await shopOfFile({ now: clock.now, bank: { now: clock.now } });
  beforeEach(() => shop.bank.clearFaults());

  const remove = <Body>(id: number, headers: Record<string, string> = {}) =>
    shop.owner.send<Body>('DELETE', `terminals/${id}/`, { headers });
  const registersOf = async (id: number) =>
    (await shop.owner.get<Page<CashRegister>>(`cash-registers/?terminal=${id}`)).body.results;
  const create = (body: { terminal: number } & Record<string, unknown>): Promise<Invoice> =>
    ok(shop.owner.post<Invoice>('invoices/', { amount: 5000, ...body }), 201);
  /** One that is paid, as far as the bank says. */
  const createPaid = async (body: Parameters<typeof create>[0]): Promise<Invoice> => {
    const { id, invoice_id } = await create(body);
    shop.bank.pay(invoice_id);
    return shop.refresh(id);
  };
  /** A terminal with its registers. */
  const open = async (name = 'Прилавок') => {
    const { id } = await addTerminal(shop.console, { name, token: shop.merchant.token });
    await shop.owner.post(`terminals/${id}/sync_registers/`);
    return id;
  };
  const deletable = async (terminal: number) => {
    const { status, text } = await remove(terminal);
    expect(status, text).toBe(204);
  };
  return {
    shop,
    clock,
    remove,
    registersOf,
    invoicesAt: async (id: number) =>
      (await shop.owner.get<InvoicePage>(`invoices/?terminal=${id}&ordering=id`)).body.results,
    create,
    createPaid,
    open,
    deletable,
    /** A terminal with a paid invoice on a register, deleted. */
    deleted: async () => {
      const terminal = await open();
      const [register] = await registersOf(terminal);
      const invoice = await createPaid({ terminal, cash_register: register?.id });
      await deletable(terminal);
      return { terminal, register, invoice: await shop.readInvoice(invoice.id) };
    },
  };
};
