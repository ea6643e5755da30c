import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cashRegister } from '../../../shared/api/cash-registers.ts';
import { invoiceHistory } from '../../../shared/api/invoice-extras.ts';
import { declineExplained } from '../../../shared/api/invoice-lists.ts';
import { invoiceItem } from '../../../shared/api/invoices.ts';
import { invoiceRefunds } from '../../../shared/api/refunds.ts';
import { system } from '../../../shared/api/system.ts';
import { terminal } from '../../../shared/api/terminals.ts';
import { listOf, sample } from '../../helpers/sample.ts';
import { hold, refusal, serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { press } from '../helpers/keys.ts';
import { serveInvoice, serveSales } from '../helpers/sales.ts';
import { OWNER, openScreen } from '../helpers/screen.tsx';
import { en, t } from '../helpers/texts.ts';

const panel = page.getByRole('complementary', { name: t('invoices:details.label') });
const search = page.getByRole('textbox', { name: t('invoices:search.label') });
const table = page.getByRole('table');
const rows = () => [...document.querySelectorAll('[data-invoice]')];
const marks = () => [...document.querySelectorAll('td mark')].map(({ textContent }) => textContent);
const nextPage = page.getByRole('button', { name: t('common:pager.next') });

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

test('why a payment failed is said with the bank’s words; without an explanation by these alone', async () => {
  serveInvoice({ status: 'failure', failure_reason: 'Неправильний CVV код', paid_date: null });
  const explained = { failure_reason: 'Неправильний CVV код', err_code: '80', reason: 'The CVV is wrong.' };
  serve({ 'GET invoices/{id}/failure/': sample(declineExplained, explained) });
  const details = page.getByRole('complementary', { name: en('invoices:details.label') });
  const screen = await openScreen('/invoices/1', { language: 'en' });
  await expect.element(details).toMatchTextContent(/Bank message: Неправильний CVV код.*code 80/);
  serve({ 'GET invoices/{id}/failure/': () => refusal(500, { detail: 'Internal error.' }) });
  screen.reload();
  await expect.element(details.getByText(/^Reason: Неправильний CVV код/)).toBeVisible();
  await expect.element(details.getByText(/Bank message/)).not.toBeInTheDocument();
});

afterEach(() => vi.useRealTimers());

test('a period is one of the usual ones, or days of a calendar that begins with the chosen month', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T10:00:00Z') });
  serveSales([]);
  const { expectAt } = await openScreen('/invoices');
  const presets = page.getByRole('group', { name: t('common:period.presets') });
  const preset = presets.getByRole('button', { name: t('common:period.last_month') });
  await page.getByRole('button', { name: t('common:words.period'), exact: true }).click();
  await preset.click();
  await expectAt(/period=last_month/);
  await expect.element(presets).not.toBeInTheDocument();
  await page
    .getByRole('button', { name: new RegExp(t('common:period.last_month')) })
    .first()
    .click();
  await expect.element(preset).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible();
  for (const day of ['3 лютого 2026', '5 лютого 2026'])
    await page.getByRole('button', { name: day, exact: true }).click();
  await expectAt(/from=2026-02-03&created_to=2026-02-05/);
  await expect.element(presets).not.toBeInTheDocument();
});

test('a register names its terminal; a terminal that is chosen again chooses all', async () => {
  serveSales([]);
  serve({
    'GET terminals/': listOf([
      sample(terminal, { id: 1, name: 'Каса' }),
      sample(terminal, { id: 2, name: 'Книгарня', is_active: false }),
    ]),
    'GET cash-registers/': listOf([
      sample(cashRegister, { id: 3, name: 'ZRN2', terminal: 1, terminal_name: 'Каса' }),
    ]),
  });
  const { expectAt } = await openScreen('/invoices');
  await page.getByRole('button', { name: t('common:place.terminal'), exact: true }).click();
  const place = page.getByRole('combobox', { name: t('common:place.terminal') });
  const register = page.getByRole('combobox', { name: t('common:place.register') });
  await register.click();
  await page.getByRole('option', { name: 'Каса · ZRN2', exact: true }).click();
  await expect.element(place).toHaveValue('Каса');
  const closed = page.getByRole('option', { name: t('common:place.off', { name: 'Книгарня' }), exact: true });
  await place.click();
  await closed.click();
  await expectAt(/terminal=2/);
  await expect.element(register).toHaveValue('');
  await expectAccessible();
  await place.click();
  await closed.click();
  await expectAt(/\/invoices$/);
});
