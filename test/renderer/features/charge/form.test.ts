import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, chargeOf, sumOf, totalOf } from '../../../../renderer/features/charge/charge-of.ts';
import {
  EMPTY_FORM,
  type Form,
  type FormAction,
  formOf,
  isEmpty,
  type Line,
  reduceForm,
} from '../../../../renderer/features/charge/form.ts';
import { formatScaled, readScaled } from '../../../../renderer/lib/decimals.ts';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { lineTotal, MAX_AMOUNT } from '../../../../shared/money.ts';

const COFFEE = { id: 7, name: 'Кава', price: 7500, unit_name: 'шт' };
const WHERE = { terminal: 1, cashRegister: null };

const filledBy = (...actions: FormAction[]): Form => actions.reduce(reduceForm, EMPTY_FORM);
const lines = (...actions: FormAction[]): Form => filledBy({ type: 'mode', mode: 'lines' }, ...actions);
const line = (changes: Partial<Line>): Line => ({
  key: 1,
  product: null,
  name: 'Щось',
  unit: '',
  price: '10',
  quantity: '1',
  discount: '',
  ...changes,
});
const withLines = (...given: Partial<Line>[]): Form => ({
  ...EMPTY_FORM,
  mode: 'lines',
  lines: given.map((changes, index) => line({ key: index + 1, ...changes })),
});

describe('the form', () => {
  test('a product whose price has changed meanwhile is a line of its own', () => {
    const form = lines(
      { type: 'add', product: COFFEE },
      { type: 'add', product: { ...COFFEE, price: 8000 } },
    );
    expect(form.lines).toHaveLength(2);
  });

  test('a step starts from the current quantity, and never goes down to nothing', () => {
    const form = lines({ type: 'add', product: COFFEE });
    const [{ key } = line({})] = form.lines;
    const half = reduceForm(form, { type: 'line', key, changes: { quantity: '0,5' } });
    expect(reduceForm(half, { type: 'step', key, by: 1 }).lines[0]?.quantity).toBe('1,5');
    expect(reduceForm(half, { type: 'step', key, by: -1 }).lines[0]?.quantity).toBe('0,5');
    const rubbish = reduceForm(form, { type: 'line', key, changes: { quantity: 'дві' } });
    expect(reduceForm(rubbish, { type: 'step', key, by: 1 }).lines[0]?.quantity).toBe('дві');
  });

  test('the other tab keeps its content, and clearing leaves one on the same tab', () => {
    const form = filledBy(
      { type: 'amount', amount: '340' },
      { type: 'mode', mode: 'lines' },
      { type: 'add', product: COFFEE },
    );
    expect(reduceForm(form, { type: 'mode', mode: 'amount' })).toMatchObject({
      amount: '340',
      lines: [{ product: 7 }],
    });
    const cleared = reduceForm(form, { type: 'clear' });
    expect(cleared.mode).toBe('lines');
    expect(isEmpty(cleared)).toBe(true);
  });

  test('keys of lines are never used twice at once', () => {
    const own: FormAction[] = [
      { type: 'amount', amount: '5' },
      { type: 'ownSum', name: 'Своя сума' },
    ];
    const form = lines(...own, ...own, { type: 'remove', key: 1 }, ...own);
    expect(form.lines).toHaveLength(2);
    expect(new Set(form.lines.map(({ key }) => key)).size).toBe(form.lines.length);
  });
});

describe('its meaning', () => {
  test('lines are sent as the interface expects them', () => {
    const form = withLines(
      { product: 7, name: 'Кава', price: 7500, unit: 'шт', quantity: '1,5', discount: '12,5 %' },
      { name: ' Доставка ', price: '60', quantity: '01.0' },
    );
    expect(chargeOf(form, { terminal: 1, cashRegister: 3 })).toEqual({
      charge: {
        terminal: 1,
        cash_register: 3,
        items: [
          { name: 'Кава', price: 7500, quantity: '1.5', unit: 'шт', product: 7, discount_pct: '12.5' },
          { name: 'Доставка', price: 6000, quantity: '1' },
        ],
        validity: 86_400,
      },
      amount: 9844 + 6000,
    });
  });

  test.each<[string, Partial<Line>, string]>([
    ['no name', { name: '  ' }, 'name'],
    ['a name beyond the limit', { name: 'ж'.repeat(256) }, 'name'],
    ['a price that could mean two things', { price: '1,234' }, 'price'],
    ['no price', { price: '' }, 'price'],
    ['nothing of it', { quantity: '0' }, 'quantity'],
    ['four decimals', { quantity: '1,2345' }, 'quantity'],
    ['more than a million', { quantity: '1000001' }, 'quantity'],
    ['rubbish for a quantity', { quantity: 'два' }, 'quantity'],
    ['no quantity', { quantity: '' }, 'quantity'],
    ['more than everything off', { discount: '100,01' }, 'discount'],
    ['three decimals off', { discount: '1,234' }, 'discount'],
  ])('%s shows an error at its field', (_, changes, field) => {
    const read = chargeOf(withLines({ name: 'Ціле' }, changes), WHERE);
    expect('faults' in read && [...read.faults.line].map(([key, fields]) => [key, [...fields]])).toEqual([
      [2, [field]],
    ]);
  });

  test('a line without a price is fine as long as the total is above zero', () => {
    const bag = { product: 8, price: 0 };
    expect(chargeOf(withLines(bag), WHERE)).toMatchObject({ faults: { lines: 'zero' } });
    expect(chargeOf(withLines(bag, { price: '10' }), WHERE)).toMatchObject({ amount: 1000 });
    expect(chargeOf(withLines({ price: '0' }, { price: '10' }), WHERE)).toMatchObject({ amount: 1000 });
  });

  test('missing lines, too many lines and too large sums show errors', () => {
    expect(chargeOf(withLines(), WHERE)).toMatchObject({ faults: { lines: 'none' } });
    expect(chargeOf(withLines(...Array.from({ length: 201 }, () => ({}))), WHERE)).toMatchObject({
      faults: { lines: 'tooMany' },
    });
    expect(chargeOf(withLines({ price: MAX_AMOUNT, product: 1, quantity: '2' }), WHERE)).toMatchObject({
      faults: { lines: 'range' },
    });
  });

  test('texts beyond their limit show errors at once', () => {
    const details = { destination: 'ж'.repeat(281), reference: 'ж'.repeat(256), comment: ' гаразд ' };
    const read = chargeOf(
      { ...EMPTY_FORM, amount: '1', details: { ...EMPTY_FORM.details, ...details } },
      WHERE,
    );
    expect('faults' in read && [...read.faults.texts].toSorted()).toEqual(['destination', 'reference']);
  });
});

describe('a discount on the whole basket', () => {
  const discounted = (details: Partial<Form['details']>): Form => {
    const form = withLines({ price: '100' }, { price: '50', quantity: '3' });
    return { ...form, details: { ...form.details, ...details } };
  };

  test.each([
    ['percentOff', '7,5', [{ percent: '7.5' }], 23_125],
    ['percentOff', '0,33 %', [{ percent: '0.33' }], 24_917],
    ['amountOff', '10,50', [{ amount: 1050 }], 23_950],
    ['percentOn', '10', [{ type: 'extra_charge', percent: '10' }], 27_500],
    ['amountOn', '1', [{ type: 'extra_charge', amount: 100 }], 25_100],
    ['percentOff', ' ', undefined, 25_000],
    ['amountOff', '0', undefined, 25_000],
  ] as const)('%s %s is sent, and the sum is that of the service', (discountKind, discount, sent, amount) => {
    const form = discounted({ discountKind, discount });
    const read = chargeOf(form, WHERE);
    expect(read).toMatchObject({ amount });
    expect('charge' in read && read.charge.discounts).toEqual(sent);
    expect(amountOf(form)).toBe(amount);
  });

  test.each([
    ['percentOff', '100,01', 'format'],
    ['percentOff', '1,234', 'format'],
    ['amountOff', 'дві', 'format'],
    ['amountOn', '999999999,99', 'format'],
    ['percentOff', '100', 'nothingLeft'],
    ['amountOff', '250,01', 'nothingLeft'],
  ] as const)('%s %s shows an error at its field', (discountKind, discount, fault) => {
    expect(chargeOf(discounted({ discountKind, discount }), WHERE)).toMatchObject({
      faults: { discount: fault },
    });
  });

  test('an amount without lines has none', () => {
    const form = { ...discounted({ discount: '10' }), lines: [], amount: '340' };
    expect(chargeOf(form, WHERE)).toEqual({
      charge: { terminal: 1, amount: 34_000, validity: 86_400 },
      amount: 34_000,
    });
  });
});

describe("the customer's addresses", () => {
  const withEmails = (emails: string) =>
    chargeOf({ ...EMPTY_FORM, amount: '1', details: { ...EMPTY_FORM.details, emails } }, WHERE);

  test('are sent as a list, whatever stands between them', () => {
    expect(withEmails(' olena@example.com, a@b.ua;c@d.com ')).toMatchObject({
      charge: { customer_emails: ['olena@example.com', 'a@b.ua', 'c@d.com'] },
    });
  });

  test.each(['olena', 'a@b.ua, x', Array.from({ length: 11 }, (_, at) => `a${at}@b.ua`).join(' ')])(
    '%s shows an error',
    (emails) => {
      expect(withEmails(emails)).toMatchObject({ faults: { emails: true } });
    },
  );
});

describe('sums', () => {
  const some = fc.record({
    price: fc.nat(1_000_000),
    quantity: fc.integer({ min: 1, max: 100_000 }),
    discount: fc.integer({ min: 0, max: 10_000 }),
  });

  test('are those of the service, to the kopiyka', () => {
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 5 }), (priced) => {
        const form = withLines(
          ...priced.map(({ price, quantity, discount }) => ({
            product: 1,
            price,
            quantity: formatScaled(quantity, 3),
            discount: formatScaled(discount, 2),
          })),
        );
        const expected = priced.reduce((sum, each) => sum + lineTotal(each), 0n);
        expect(amountOf(form)).toBe(Number(expected));
      }),
    );
  });

  test('are unknown while a line cannot be read', () => {
    expect(totalOf(line({ quantity: '1,' }))).toBe(1000n);
    expect(totalOf(line({ quantity: ',' }))).toBeUndefined();
    expect(sumOf([line({}), line({ discount: '101' })])).toBeUndefined();
  });

  test('a decimal is read as the text that was written', () => {
    fc.assert(
      fc.property(fc.nat(), (value) => {
        expect(readScaled(formatScaled(value, 3), 3)).toBe(value);
      }),
    );
  });
});

describe('the same again', () => {
  const invoice = {
    amount: 123_450,
    items: [],
    destination: 'Оплата',
    comment: '',
    reference: 'INV-000012',
    number_display: '000012',
  } as Partial<Invoice> as Invoice;

  test('an amount, without the number of the one before', () => {
    const form = formOf(invoice);
    expect(form).toMatchObject({ mode: 'amount', amount: '1 234,50', details: { reference: '' } });
    expect(amountOf(form)).toBe(123_450);
    expect(formOf({ ...invoice, reference: 'Стіл 4' }).details.reference).toBe('Стіл 4');
  });

  test('lines come to the same sum', () => {
    const items = [
      {
        id: 1,
        name: 'Кава',
        price: 7550,
        quantity: 1.5,
        unit: 'шт',
        product: 7,
        discount_pct: 12.5,
        amount: 9909,
      },
      {
        id: 2,
        name: 'Доставка',
        price: 6000,
        quantity: 1,
        unit: '',
        product: null,
        discount_pct: 0,
        amount: 6000,
      },
    ];
    const form = formOf({ ...invoice, amount: 15_909, items });
    expect(amountOf(form)).toBe(15_909);
    expect(chargeOf(form, WHERE)).toMatchObject({ amount: 15_909 });
    // With discounts and charges on the whole basket.
    for (const amount of [14_909, 16_000])
      expect(amountOf(formOf({ ...invoice, amount, items }))).toBe(amount);
  });
});
