import { describe, expect, onTestFinished, test } from 'vitest';
import { openReconciliation } from './reconciliation-stage.ts';

const { clock, shop, later, request, compared, paid, pastKramar, adopt } = await openReconciliation();

describe("the till's file", () => {
  test('is read by its header, and compared by the reference', async () => {
    const [paidOne, twice, again, unpaid] = [
      await paid({ amount: 34_000, reference: 'ЧЕК-1' }),
      await paid({ amount: 500, reference: 'ЧЕК-2' }),
      await paid({ amount: 500, reference: 'чек-2' }),
      await shop.createInvoice({ amount: 900, reference: 'ЧЕК-3' }),
    ];
    const forgotten = await paid({ amount: 60, reference: 'ЧЕК-5' });
    await later(700_000);
    const file = [
      '\uFEFFДата;Номер замовлення;Сума',
      '01.03;чек-1;340,00',
      '01.03;ЧЕК-2;5,00',
      '01.03;ЧЕК-3;9,00',
      '01.03;ЧЕК-4;1 000,00',
      '01.03;;7,00',
      '01.03;ЧЕК-1;340,00',
      '01.03;ЧЕК-6;багато',
      'Разом;;',
    ].join('\r\n');
    const { till, results, counts } = await compared({ file });
    expect(till).toEqual({
      no_match: null,
      format: 'csv',
      encoding: 'utf-8',
      delimiter: 'semicolon',
      has_header: true,
      header: ['Дата', 'Номер замовлення', 'Сума'],
      reference_column: 1,
      amount_column: 2,
      rows: 5,
      amount: 34_000 + 500 + 900 + 100_000 + 34_000,
      unread: [6, 8, 9].map((row) => ({
        row,
        code: expect.any(String),
        value: expect.any(String),
        detail: expect.any(String),
      })),
    });
    const found = results.map(({ difference, next, reference, here, till: line }) => [
      ...[difference, next, reference, here?.invoice ?? null, line?.row ?? null],
    ]);
    expect(found.sort()).toEqual(
      [
        ['paid_twice', 'look', 'ЧЕК-2', twice?.id, 3],
        ['paid_twice', 'look', 'чек-2', again?.id, null],
        ['till_unpaid', 'refresh', 'ЧЕК-3', unpaid?.id, 4],
        ['not_in_till', 'look', 'ЧЕК-5', forgotten.id, null],
        ['only_till', 'look', 'ЧЕК-4', null, 5],
        ['till_repeated', 'look', 'ЧЕК-1', null, 7],
        [null, null, 'ЧЕК-1', paidOne?.id, 2],
      ].sort(),
    );
    expect(counts).toEqual({ differences: 6, agreeing: 1 });

    const byHand = await compared({
      file: 'x;чек-1\ny;ЧЕК-9',
      query: '&columns=reference:1&has_header=false',
    });
    expect(byHand.till).toMatchObject({
      has_header: false,
      reference_column: 1,
      amount_column: null,
      amount: null,
    });
    expect(byHand.results.filter(({ till: line }) => line).map(({ difference }) => difference)).toEqual([
      'only_till',
      null,
    ]);
    // Another day's: it was paid, and is not of this range.
    const late = await compared({ file: 'Чек\nЧЕК-5' }, clock.now() - 60_000, clock.now());
    expect(late.results).toMatchObject([
      { difference: 'paid_elsewhere', next: 'look', here: { invoice: forgotten.id } },
    ]);
    expect(late.here.count).toBe(0);
  });

  test('an invalid file is refused before the bank is called', async () => {
    onTestFinished((await shop.hold()).release);
    const refusals = await Promise.all(
      [
        { file: '%PDF-1.7 …' },
        { file: 'Назва;Ціна\nКава;45' },
        { file: 'Чек;Сума\n1;2', query: '&columns=reference:5' },
      ].map((requested) => request(requested)),
    );
    expect(refusals.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
      [400, ['file']],
      [400, ['columns']],
      [400, ['columns']],
    ]);
    expect(shop.bank.requests).toEqual([]);
  });
});

test('payments in another currency are summed apart in all three books, each row with its currency', async () => {
  await paid({ amount: 100, reference: 'ГРН-1' });
  const known = pastKramar({ amount: 7000, ccy: 840, reference: 'USD-1' });
  expect((await adopt({ invoice_id: known })).body).toMatchObject({ ccy: 840, status: 'success' });
  pastKramar({ amount: 5000, ccy: 840, reference: 'USD-2' });
  pastKramar({ amount: 300, ccy: 978, reference: 'EUR-1' });
  const file = 'Чек;Сума\nГРН-1;1,00\nUSD-1;69,00\nНЕМА;2,00';
  const books = await compared({ file });

  const one = (amount: number) => ({ count: 1, amount, refunded: 0 });
  const none = { count: 0, amount: 0, refunded: 0 };
  expect([books.here, books.bank, books.till?.amount]).toEqual([one(100), one(100), 300]);
  expect(books.other_currencies).toEqual([
    { ccy: 840, here: one(7000), bank: { count: 2, amount: 12_000, refunded: 0 }, till: 6900 },
    { ccy: 978, here: none, bank: one(300), till: 0 },
  ]);
  const shown = books.results.map(({ difference, reference, here, bank, till }) => [
    ...[reference, difference, here?.ccy, bank?.ccy, till?.ccy],
  ]);
  expect(shown.sort()).toEqual(
    [
      ['EUR-1', 'only_bank', undefined, 978, undefined],
      ['USD-1', 'till_amount', 840, 840, 840],
      ['USD-2', 'only_bank', undefined, 840, undefined],
      ['ГРН-1', null, 980, 980, 980],
      ['НЕМА', 'only_till', undefined, undefined, 980],
    ].sort(),
  );
  // Without amounts in the file there is no sum of any currency.
  const unsummed = await compared({ file: 'Чек\nUSD-1' });
  expect(unsummed.other_currencies.map(({ till }) => till)).toEqual([null, null]);
});
