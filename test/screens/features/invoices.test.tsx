import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cashRegister } from '../../../shared/api/cash-registers.ts';
import { fiscalChecks } from '../../../shared/api/fiscal-checks.ts';
import { invoiceHistory } from '../../../shared/api/invoice-extras.ts';
import { invoiceOutcomes } from '../../../shared/api/invoice-lists.ts';
import { type Invoice, invoice, invoiceItem } from '../../../shared/api/invoices.ts';
import { printerState } from '../../../shared/api/printing.ts';
import { invoiceRefunds, refundRules } from '../../../shared/api/refunds.ts';
import { salePage, saleStatusSums } from '../../../shared/api/sales.ts';
import { system } from '../../../shared/api/system.ts';
import { terminal } from '../../../shared/api/terminals.ts';
import { hold, refusal, type Sent, serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { press } from '../helpers/keys.ts';
import { listOf, sample } from '../helpers/sample.ts';
import { OWNER, openScreen } from '../helpers/screen.tsx';
import { t } from '../helpers/texts.ts';

const panel = page.getByRole('complementary', { name: t('invoices:details.label') });
const search = page.getByRole('textbox', { name: t('invoices:search.label') });
const table = page.getByRole('table');
const rows = () => [...document.querySelectorAll('[data-invoice]')];
const marks = () => [...document.querySelectorAll('td mark')].map(({ textContent }) => textContent);
const nextPage = page.getByRole('button', { name: t('common:pager.next') });

const PAID: Partial<Invoice> = {
  status: 'success',
  amount: 34_000,
  final_amount: null,
  paid_date: '2026-03-02T08:15:50.000Z',
  items: [],
};

interface Listed {
  amount: number;
  reference: string;
  items?: Invoice['items'];
}

/** The list of sales, page by page, found by the words of their references. @returns what was asked for */
const serveSales = (sales: Listed[]) => {
  const asked: Sent[] = [];
  const all = sales.map(({ amount, reference, items = [] }, at) =>
    sample(salePage.entries.results.item, {
      id: at + 1,
      number: at + 1,
      number_display: String(at + 1).padStart(6, '0'),
      amount,
      outcome: null,
      invoice: sample(invoice, { ...PAID, id: at + 1, amount, reference, items }),
    }),
  );
  serve({
    'GET system/': sample(system, { terminals: [] }),
    'GET terminals/': listOf([sample(terminal)]),
    'GET cash-registers/': listOf([sample(cashRegister)]),
    'GET sales/status-sums/': sample(saleStatusSums, { count: sales.length }),
    'GET sales/': (sent) => {
      asked.push(sent);
      const words = sent.search.get('search') ?? '';
      const [least, most] = ['amount_min', 'amount_max'].map((name) => sent.search.get(name));
      const found = all.filter(
        ({ amount, invoice: of }) =>
          of?.reference.includes(words) &&
          amount >= Number(least ?? 0) &&
          amount <= Number(most ?? Number.POSITIVE_INFINITY),
      );
      const from = (Number(sent.search.get('page')) - 1) * 25;
      const next = from + 25 < found.length ? 'https://next.example' : null;
      return { ...listOf(found.slice(from, from + 25)), count: found.length, next };
    },
  });
  return asked;
};

/** An invoice at the side of the list. */
const serveInvoice = (changes: Partial<Invoice> = {}) => {
  serveSales([]);
  const found = sample(invoice, { ...PAID, id: 1, ...changes });
  serve({
    'GET invoices/{id}/': found,
    'GET invoices/{id}/history/': sample(invoiceHistory, { results: [] }),
    'GET invoices/{id}/hold/': () => refusal(404, { detail: 'Not found.' }),
    'GET invoices/{id}/refunds/': sample(invoiceRefunds, { left: found.amount, under_way: null, items: [] }),
    'GET invoices/{id}/fiscal-checks/': sample(fiscalChecks, { results: [] }),
    'GET invoices/outcomes/': sample(invoiceOutcomes),
    'GET refunds/rules/': sample(refundRules),
    'GET printer/': sample(printerState, { has_printer: false }),
  });
  return found;
};

test('where cash is taken, a sale by QR names its goods, and below them the order number', async () => {
  const { facts } = sample(system);
  const items = [sample(invoiceItem, { name: 'Лате', quantity: 2 })];
  serveSales([
    { amount: 16_000, reference: 'Стіл 1', items },
    { amount: 9900, reference: 'Стіл 2' },
  ]);
  serve({ 'GET system/': sample(system, { terminals: [], facts: { ...facts, cash: true } }) });
  await openScreen('/invoices');
  await expect
    .poll(() => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent))
    .toMatchObject([expect.stringMatching(/Лате × 2.*Стіл 1/), expect.stringContaining('Стіл 2')]);
});

test('a word typed fast is searched once, and an outdated search is cancelled', async () => {
  const asked = serveSales(['Стіл 1', 'Стіл 2', 'Веранда'].map((reference) => ({ amount: 9900, reference })));
  await openScreen('/invoices');
  await expect.poll(() => rows().length).toBe(3);
  const words = () => asked.map((sent) => sent.search.get('search')).filter((each) => each !== null);
  const outdated = hold('GET sales/', (sent) => sent.search.get('search') === 'Стіл');
  // Between two letters there is no time on the busiest machine.
  const field = search.element() as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const typed of ['С', 'Ст', 'Сті', 'Стіл']) {
    setValue?.call(field, typed);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  await expect.poll(outdated.count).toBe(1);
  // The previous rows stay visible.
  await expect.element(table).toHaveAttribute('aria-busy', 'true');
  expect(rows()).toHaveLength(3);
  await search.fill('Веранда');
  await press('Enter');
  await expect.poll(() => rows().length).toBe(1);
  outdated.release();
  await expect.poll(words).toEqual(['Веранда', 'Стіл']);
  expect(asked.find((sent) => sent.search.get('search') === 'Стіл')?.signal?.aborted).toBe(true);
  expect(rows()).toHaveLength(1);
  await expect.element(table).toMatchTextContent('Веранда');
});

test('the next page is loaded before it is opened, and is requested once', async () => {
  const asked = serveSales(Array.from({ length: 55 }, (_, at) => ({ amount: 100 + at, reference: '' })));
  const { expectAt } = await openScreen('/invoices');
  await expect.poll(() => rows().length).toBe(25);
  // What React's strict mode mounts twice gives its first request up.
  const wanted = () => asked.filter(({ signal }) => !signal?.aborted);
  const pages = () => wanted().map((sent) => sent.search.get('page'));
  await expect.poll(pages).toEqual(['1', '2']);
  // Not answered: the third is still on its way when it is turned to.
  const third = hold('GET sales/', (sent) => sent.search.get('page') === '3');
  await nextPage.click();
  await expect.element(page.getByText('26–50 з 55')).toBeVisible();
  await expect.element(table).toHaveAttribute('aria-busy', 'false');
  await expect.poll(third.count).toBe(1);
  await nextPage.click();
  await expectAt(/page=3/);
  await expect.element(table).toHaveAttribute('aria-busy', 'true');
  third.release();
  await expect.poll(() => rows().length).toBe(5);
  expect(pages()).toEqual(['1', '2', '3']);
});

test('an amount that is searched is marked; digits alone become one by a click', async () => {
  serveSales([
    { amount: 34_050, reference: 'Стіл 4' },
    { amount: 34_000, reference: 'Стіл 340' },
  ]);
  const { expectAt } = await openScreen('/invoices');
  await search.fill('340,50');
  await expect.poll(() => rows().length).toBe(1);
  await expect.poll(marks).toContain('340,50');
  // Digits alone are a number, a card or a text.
  await search.fill('340');
  await page.getByRole('button', { name: t('invoices:search.amount', { amount: '340,00\u00a0₴' }) }).click();
  await expectAt(/amount_min=34000&amount_max=34000/);
});

test.each(['999', 'abc', '99999999999999999999'])('there is no sale %s', async (id) => {
  serveInvoice();
  serve({ 'GET invoices/{id}/': () => refusal(404, { detail: 'Not found.' }) });
  await openScreen(`/invoices/${id}`);
  await expect.element(page.getByRole('heading', { name: t('common:words.saleMissing') })).toBeVisible();
});

test('returned lines are marked, a refund says why; who may not refund or charge sees no button for it', async () => {
  serveInvoice({ items: [sample(invoiceItem, { id: 21, name: 'Тірамісу', quantity: 2 })] });
  const entry = { status: null, by: 'owner', detail: '', approved_by: '', at: '2026-03-02T08:21:03.877Z' };
  serve({
    'GET invoices/{id}/history/': sample(invoiceHistory, {
      results: [{ ...entry, type: 'refund_requested', amount: 3600, reason: 'не сподобалося' }],
    }),
    'GET invoices/{id}/refunds/': sample(invoiceRefunds, {
      under_way: null,
      items: [{ item: 21, amount: 8100, quantity: 2, returned: 1 }],
    }),
  });
  await openScreen('/invoices/1', {
    by: {
      ...OWNER,
      username: 'iryna',
      is_owner: false,
      can_cancel_invoices: false,
      can_create_invoices: false,
    },
  });
  await expect
    .element(panel)
    .toMatchTextContent(t('invoices:details.returned', { quantity: '1', sold: '2' }));
  await expect.element(panel).toMatchTextContent(t('invoices:history.why', { reason: 'не сподобалося' }));
  await expect.element(panel.getByRole('button', { name: t('invoices:actions.refresh') })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: t('invoices:actions.refund'), exact: true }))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: t('invoices:new') })).not.toBeInTheDocument();
  await expectAccessible();
});

test('an amount that may be two stays as it is typed: of a refund, and in the filter of the list', async () => {
  serveInvoice();
  const { expectAt } = await openScreen('/invoices/1');
  const expectRefused = async (field: typeof search) => {
    await expect.element(field).toHaveValue('1,234');
    await expect.element(field).toHaveAccessibleDescription(new RegExp(t('common:amount.format')));
    await expect.element(field).toHaveAttribute('inputmode', 'decimal');
  };
  await page.getByRole('button', { name: t('invoices:actions.refund'), exact: true }).click();
  const refunded = page.getByRole('dialog').getByLabelText(t('invoices:refund.amount'));
  await refunded.fill('1,234');
  await press('Enter');
  await expectRefused(refunded);
  await refunded.fill('341');
  await press('Enter');
  await expect.element(refunded).toHaveAccessibleDescription(/340,00/);
  await press('Escape Escape');
  await page
    .getByRole('search', { name: t('invoices:filters.label') })
    .getByRole('button', { name: t('common:words.amount'), exact: true })
    .click();
  const from = page.getByRole('textbox', { name: t('invoices:amountFilter.from') });
  const to = page.getByRole('textbox', { name: t('invoices:amountFilter.to') });
  await from.fill('1,234');
  await expectRefused(from);
  await from.fill('340');
  await to.fill('100');
  await expect.element(to).toHaveAccessibleDescription(t('invoices:amountFilter.order'));
  await to.fill('340');
  await expectAt(/amount_min=34000&amount_max=34000/);
});
