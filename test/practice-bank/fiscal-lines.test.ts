import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBasket, checkReturnLines } from '../../main/practice-bank/fiscal-lines.ts';
import { callerOf, createInvoice, startBank } from './setup.ts';

const line = { name: 'Бинт', code: '1', qty: 2, sum: 1500 };

async function pharmacy() {
  const bank = await startBank();
  const prro = bank.merchants.find((merchant) => merchant.prro);
  const call = callerOf(bank, prro?.token);
  const create = async (amount: number, merchantPaymInfo?: object) =>
    (await call('POST', 'invoice/create', { amount, ...(merchantPaymInfo && { merchantPaymInfo }) })).body;
  const paid = async () => {
    const id = await createInvoice(call, { amount: 3000, merchantPaymInfo: { basketOrder: [line] } });
    bank.pay(id);
    return id;
  };
  return { bank, call, create, paid };
}

describe('a merchant with a fiscal register', () => {
  test('accepts an invoice only when its lines add up to the amount', async () => {
    const { bank, create } = await pharmacy();
    const refused = { errCode: 'INVALID_MERCHANT_PAYM_INFO' };
    expect(await create(3000)).toMatchObject(refused);
    expect(await create(3000, { basketOrder: [] })).toMatchObject(refused);
    expect(await create(2999, { basketOrder: [line] })).toMatchObject(refused);
    expect(await create(3000, { basketOrder: [{ ...line, total: 2999 }] })).toMatchObject(refused);
    expect(bank.invoices()).toEqual([]);
    expect(await create(3000, { basketOrder: [{ ...line, total: 3000 }] })).toHaveProperty('invoiceId');
    const half = { type: 'DISCOUNT', mode: 'PERCENT', value: 50 };
    expect(await create(1500, { basketOrder: [{ ...line, discounts: [half] }] })).toHaveProperty('invoiceId');
    expect(await create(1500, { basketOrder: [line], discounts: [half] })).toHaveProperty('invoiceId');
    const packing = { type: 'EXTRA_CHARGE', mode: 'VALUE', value: 1.5 };
    expect(await create(3150, { basketOrder: [line], discounts: [packing] })).toHaveProperty('invoiceId');
  });

  test('refunds only with lines that make the refunded amount', async () => {
    const { bank, call, paid } = await pharmacy();
    const invoiceId = await paid();
    const cancel = (body: object) => call('POST', 'invoice/cancel', { invoiceId, ...body });
    for (const body of [
      {},
      { items: [] },
      { items: [{ ...line, sum: 1400 }] },
      { amount: 1500, items: [line] },
    ])
      expect((await cancel(body)).body.errCode).toBe('BAD_REQUEST');
    expect(bank.invoice(invoiceId)?.refunds).toEqual([]);
    expect((await cancel({ amount: 1500, items: [{ ...line, qty: 1 }] })).status).toBe(200);
    expect((await cancel({ items: [{ ...line, qty: 1 }] })).status).toBe(200);
    expect(bank.invoice(invoiceId)?.status).toBe('reversed');
  });

  test('accepts full payments only', async () => {
    const { bank, call } = await pharmacy();
    const merchantPaymInfo = { basketOrder: [line] };
    const id = await createInvoice(call, { amount: 3000, merchantPaymInfo });
    expect(() => bank.pay(id, undefined, { scheme: 'bnpl_parts_4' })).toThrow('full payments only');
    expect(bank.invoice(id)?.status).toBe('created');
    const other = await createInvoice(callerOf(bank));
    bank.pay(other, undefined, { scheme: 'bnpl_parts_4' });
    const from = Math.floor(Date.now() / 1000) - 60;
    const { list } = (await callerOf(bank)('GET', `statement?from=${from}`)).body;
    expect(list).toMatchObject([{ invoiceId: other, paymentScheme: 'bnpl_parts_4' }]);
  });

  test('captures a part of a hold only with lines of that part', async () => {
    const { bank, call } = await pharmacy();
    const merchantPaymInfo = { basketOrder: [line] };
    const invoiceId = await createInvoice(call, { amount: 3000, paymentType: 'hold', merchantPaymInfo });
    bank.pay(invoiceId);
    const finalize = (body: object) => call('POST', 'invoice/finalize', { invoiceId, amount: 1500, ...body });
    expect((await finalize({})).body.errCode).toBe('BAD_REQUEST');
    expect((await finalize({ items: [{ ...line, qty: 1 }] })).status).toBe(200);
  });
});

const accepts = (check: () => void) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

test('lines are added up exactly: one minor unit more or less is refused', () => {
  const anyLine = fc.record({
    thousandths: fc.integer({ min: 1, max: 1_000_000_000 }),
    sum: fc.integer({ min: 0, max: 99_999_999_999 }),
    hundredths: fc.integer({ min: 1, max: 10_000 }),
  });
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 5 }), (lines) => {
      const exact = lines.reduce((total, { thousandths, sum, hundredths }) => {
        const scaled = BigInt(thousandths) * BigInt(sum) * BigInt(10_000 - hundredths);
        return total + (scaled + 5_000_000n) / 10_000_000n;
      }, 0n);
      fc.pre(exact < BigInt(Number.MAX_SAFE_INTEGER));
      const basketOrder = lines.map(({ thousandths, sum, hundredths }) => ({
        ...line,
        qty: thousandths / 1000,
        sum,
        discounts: [{ type: 'DISCOUNT' as const, mode: 'PERCENT' as const, value: hundredths / 100 }],
      }));
      const amount = Number(exact);
      expect(accepts(() => checkBasket({ basketOrder }, amount))).toBe(true);
      expect(accepts(() => checkBasket({ basketOrder }, amount + 1))).toBe(false);
    }),
  );
  expect(accepts(() => checkReturnLines([{ name: 'Бинт', qty: 0.335, sum: 33_333 }], 11_167))).toBe(true);
});
