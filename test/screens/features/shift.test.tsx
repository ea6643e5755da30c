import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type CashSale, cashSale } from '../../../shared/api/cash-sales.ts';
import { invoicePage } from '../../../shared/api/invoice-query.ts';
import { PAGE_SIZES } from '../../../shared/api/pages.ts';
import { type Shift, shift, shiftCountResult, tillCash } from '../../../shared/api/shifts.ts';
import { system } from '../../../shared/api/system.ts';
import { formatAmount } from '../../../shared/money.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { bodiesOf, refusal, serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { press } from '../helpers/keys.ts';
import { OWNER, openScreen } from '../helpers/screen.tsx';
import { en, t } from '../helpers/texts.ts';

const SELLER = { ...OWNER, username: 'olena', is_owner: false, can_view_invoices: false };
const sale = page.getByRole('form', { name: t('shift:sale.label') });
const amount = sale.getByLabelText(t('common:words.amountUah'));
const opening = page.getByRole('form', { name: t('shift:open.title') });
const shiftOf = (changes: Partial<Shift> = {}) =>
  sample(shift, { is_open: true, opened_by: 'olena', closed_at: null, opening_cash: 5000, ...changes });

/** The screen of a shop whose shift is open, or not yet. */
const serveShift = (current: Shift | null, sales: CashSale[] = [], people = true) =>
  serve({
    'GET system/': { ...sample(system, { terminals: [] }), facts: { ...sample(system).facts, people } },
    'GET shifts/current/': { shift: current },
    'GET shifts/{id}/till/': sample(tillCash),
    'GET shifts/{id}/cash-sales/': ({ search }) => {
      const size = Number(search.get('page_size'));
      const from = (Number(search.get('page') ?? 1) - 1) * size;
      const next = from + size < sales.length ? 'https://next.example' : null;
      return { ...listOf(sales.slice(from, from + size)), count: sales.length, next };
    },
    'GET shifts/{id}/cash-moves/': listOf([]),
    'GET invoices/': sample(invoicePage, { count: 0, results: [] }),
    'GET carts/': listOf([]),
  });

test('who works alone closes the day with the shift', async () => {
  serveShift(shiftOf(), [], false);
  const { expectAt } = await openScreen('/shift');
  await expect.element(page.getByText(t('shift:current.title'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: t('shift:close.title') })).not.toBeInTheDocument();
  await page.getByRole('button', { name: t('common:places.closeDay') }).click();
  await expectAt(/\/reports\/close-day$/);
});

test('somebody else opens first: the screen says who and when, and shows their shift', async () => {
  serveShift(null);
  await openScreen('/shift');
  const facts = { by: 'olena', at: '2026-03-02T08:15:27.120Z' };
  serve({
    'POST shifts/': () => {
      serveShift(shiftOf());
      return refusal(400, {
        errors: { non_field_errors: ['A shift is open.'] },
        codes: { non_field_errors: ['shift_open'] },
        facts: { non_field_errors: [facts] },
      });
    },
  });
  await opening.getByLabelText(t('shift:facts.counted')).fill('100');
  await opening.getByRole('button', { name: t('shift:open.title') }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Зміну вже відкрито: olena, 02\.03\.2026/);
  await expect.element(page.getByText(t('shift:current.title'))).toBeVisible();
});

test('after a lost answer the same sale is sent again under the same key', async () => {
  serveShift(shiftOf());
  await openScreen('/shift');
  const keys: (string | null)[] = [];
  serve({
    'POST shifts/{id}/cash-sales/': ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'));
      if (keys.length === 1) throw new TypeError('Failed to fetch');
      return sample(cashSale);
    },
  });
  await amount.fill('81');
  const add = sale.getByRole('button', { name: t('shift:sale.add') });
  await add.click();
  await expect.element(sale.getByRole('alert')).toBeVisible();
  await add.click();
  await expect.element(sale.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(amount).toHaveValue('');
  expect(keys).toEqual([expect.any(String), keys[0]]);
  expect(bodiesOf('POST shifts/{id}/cash-sales/')).toMatchObject([{ amount: 8100 }, { amount: 8100 }]);
});

test('who sees no takings is told what they took for cash themselves: all of it, of as many sales as there were', async () => {
  const COUNT = PAGE_SIZES.max + 1;
  const sales = Array.from({ length: COUNT }, (_, at) => sample(cashSale, { id: at + 1, amount: 100 }));
  serveShift(shiftOf(), sales);
  await openScreen('/shift', { by: SELLER });
  await expect.element(page.getByText(`${formatAmount(COUNT * 100)} (${COUNT})`)).toBeVisible();
  await expect.element(page.getByText(t('shift:takings.ownCash'))).toBeVisible();
});

test('on a phone a seller has the open shift, and closes it; nothing is wider than the screen', async () => {
  await page.viewport(390, 800);
  serveShift(shiftOf(), [sample(cashSale, { amount: 8100, remark: 'Two coffees and a very long remark' })]);
  serve({
    'POST shifts/{id}/counts/': sample(shiftCountResult, { matches: true }),
    'POST shifts/{id}/close/': shiftOf({ is_open: false, difference: 0, closing_cash: 13_100 }),
  });
  await openScreen('/shift', { by: SELLER, language: 'en', scheme: 'dark' });
  const isNarrow = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expect.element(page.getByRole('table', { name: en('shift:sales.label') })).toBeVisible();
  isNarrow();
  await expectAccessible();
  await page.getByRole('button', { name: en('shift:close.title') }).click();
  await page.getByLabelText(en('shift:close.question')).fill('131');
  await expectAccessible();
  isNarrow();
  await press('Enter');
  await expect
    .element(page.getByRole('status').filter({ hasText: `Shift closed. ${en('shift:difference.none')}.` }))
    .toBeVisible();
  await expectAccessible();
  expect(bodiesOf('POST shifts/{id}/close/')).toMatchObject([{ closing_cash: 13_100 }]);
});
