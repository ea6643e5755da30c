import { expect, vi } from 'vitest';
import { type Gateway, type Passed, placeGateway, type Rule, reply } from '../bad-days/gateway.ts';
import { fastClock } from './clock.ts';
import { eventsOf, lastId } from './events.ts';
import { createUnder, syncedRegisters } from './keyed.ts';
import { openShop, type Shop } from './shop.ts';
import { rowsOf } from './trace.ts';

/** A gateway that accepts creations and breaks the connection, and lets them reach the bank later. */
const lateCreations = (shop: Shop, gateway: Gateway) => {
  const kept: (() => Promise<Passed>)[] = [];
  let toKeep = 0;
  const keepBack: Rule = async (_call, pass, response) => {
    if (toKeep > 0) {
      toKeep -= 1;
      kept.push(pass);
      response.destroy();
      return;
    }
    reply(response, await pass());
  };
  const honest = () => gateway.at('invoice/create', keepBack);
  honest();
  const keepNext = () => {
    toKeep = 1;
  };

  return {
    /** Every other call is passed on again. */
    honest,
    /** The next creation gets no answer, and has not reached the bank. */
    keepNext,
    /** A creation to which the shop gets no answer; the bank has not received it yet either. */
    late: async (key: string, body: object): Promise<void> => {
      keepNext();
      const answer = await createUnder(shop, key, body);
      expect([answer.status, answer.body.err_code], answer.text).toEqual([502, 'UNREACHABLE']);
    },
    /** The oldest delayed creation reaches the bank now; returns the bank's id of its invoice. */
    arrive: async (): Promise<string> => {
      const pass = kept.shift();
      if (!pass) throw new Error('No creation was kept back.');
      const { status, text } = await pass();
      if (status !== 200) throw new Error(`The bank refused the late creation: ${text}`);
      return JSON.parse(text).invoiceId;
    },
  };
};

interface Sale {
  id: number;
  body: { amount: number };
  /** The newest event before it. */
  after: number;
}

/** A shop whose sales can get several bank invoices. */
export const openLateShop = async () => {
  const clock = fastClock(10);
  const shop = await openShop({ now: clock.now, bank: { now: clock.now } });
  const registers = await syncedRegisters(shop);
  const gateway = await placeGateway(shop);
  const creations = lateCreations(shop, gateway);
  let keys = 0;
  let amount = 5000;
  const newKey = () => `till ${++keys}`;
  /** No other sale has it. */
  const newAmount = () => {
    amount += 100;
    return amount;
  };

  /** A sale whose first creation is late, so that its key is used again; `arrive` lets the first reach the bank. */
  const doubledSale = async (shortQrId: string | undefined, tries = 1) => {
    const key = newKey();
    const body = { amount: newAmount(), cash_register: registers.get(shortQrId ?? '')?.id ?? null };
    for (let count = 0; count < tries; count += 1) await creations.late(key, body);
    const answer = await createUnder(shop, key, body);
    expect(answer.status, answer.text).toBe(201);
    return { key, body, id: answer.body.id, till: answer.body.invoice_id, after: lastId(shop) };
  };
  const atBank = (invoiceId: string) => shop.bank.invoice(invoiceId);
  const payable = (sale: Sale) =>
    shop.bank
      .invoices()
      .filter(
        ({ amount: each, status }) => each === sale.body.amount && ['created', 'failure'].includes(status),
      );
  const ownRows = (sale: Sale) => rowsOf(shop, 'invoices').filter((row) => row.amount === sale.body.amount);
  const sync = async () => {
    const answer = await shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);
    expect(answer.status, answer.text).toBe(200);
  };
  const untilSibling = (bankId: string) =>
    vi.waitFor(() =>
      expect(rowsOf(shop, 'sale_invoices').map((row) => row.bank_invoice_id)).toContain(bankId),
    );
  const untilRemoved = (bankId: string) =>
    vi.waitFor(() => expect(atBank(bankId)).toMatchObject({ status: 'expired', removed: true }));
  const untilPaid = (sale: Sale, bankId: string) =>
    vi.waitFor(async () =>
      expect(await shop.readInvoice(sale.id)).toMatchObject({ status: 'success', invoice_id: bankId }),
    );
  const events = async (sale: Sale, type: string) =>
    (await eventsOf(shop.owner, sale.after)).filter((event) => event.type === type);

  return {
    shop,
    registers,
    gateway,
    ...creations,
    newKey,
    newAmount,
    doubledSale,
    atBank,
    payable,
    ownRows,
    sync,
    untilSibling,
    untilRemoved,
    untilPaid,
    events,
    close: async () => {
      await shop.close();
      await gateway.stop();
      clock.restore();
    },
  };
};
