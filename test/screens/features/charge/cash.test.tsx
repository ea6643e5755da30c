import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cashSale } from '../../../../shared/api/cash-sales.ts';
import { dayClosure } from '../../../../shared/api/closures.ts';
import { shift, tillCash } from '../../../../shared/api/shifts.ts';
import { system } from '../../../../shared/api/system.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { listOf, sample } from '../../../helpers/sample.ts';
import { bodiesOf, hold, refusal, type Sent, serve } from '../../helpers/api.ts';
import { expectAccessible } from '../../helpers/axe.ts';
import {
  createButton,
  dialog,
  lines,
  loseFocus,
  openCharge,
  pane,
  parts,
  qr,
  search,
} from '../../helpers/charge.ts';
import { bankReports, productOf, serveCounter } from '../../helpers/counter.ts';
import { press, scan } from '../../helpers/keys.ts';
import { t } from '../../helpers/texts.ts';

/** Goods for cash: from the scanner to the change, by keys alone. */

const MILK = '4820000000017';
const received = pane.getByRole('textbox', { name: t('charge:cash.received') });
const heading = (name: string) => dialog.getByRole('heading', { name });
const sold = () => bodiesOf('POST cash-sales/');
const serveMilk = () =>
  serveCounter({ takesCash: true, products: [productOf(1, 'Молоко', 37_530, { barcodes: [MILK] })] });

const scanMilk = async (): Promise<void> => {
  await press('F3');
  await expect.element(search).toHaveFocus();
  await scan(`${MILK}\n`);
  await expect.element(lines).toHaveLength(1);
};

/** Milk for 375,30 in the cart. */
const open = async () => {
  const screen = await openCharge();
  await scanMilk();
  return screen;
};

/** Its QR is shown. */
const openQr = async (): Promise<void> => {
  serveMilk();
  await open();
  await press('Control+Enter');
  await expect.element(qr).toBeVisible();
};

test('a scan, F9, what the buyer gives, Enter: the change, and the next scan is the next sale', async () => {
  serveMilk();
  await open();
  await press('F9');
  for (const text of ['375,50', '+0,20', t('charge:cash.receiptElsewhere')])
    await expect.element(pane).toMatchTextContent(text);
  await press('5 0 0');
  await expect.element(pane.getByRole('status')).toMatchTextContent('124,50');
  // The key of the QR takes no cash, in the field and beside it.
  await press('Control+Enter');
  loseFocus();
  await press('Control+Enter');
  await expectAccessible();
  await expect.element(pane).toBeVisible();
  expect(sold()).toEqual([]);
  await press('Enter');
  await expect.element(heading(t('common:words.change'))).toBeVisible();
  await expect.element(dialog).toMatchTextContent('124,50');
  await expectAccessible();
  await scan(`${MILK}\n`);
  await expect.element(lines).toHaveLength(1);
  // To the kopiyka: two keys.
  await press('F9 Enter');
  await expect.element(heading(t('charge:cash.taken'))).toBeVisible();
  // How sums are rounded and kept: test/http/money/cash-goods.test.ts.
  expect(sold()).toMatchObject([{ received: 50_000 }, { items: [{ name: 'Молоко' }] }]);
  expect(bodiesOf('POST invoices/')).toEqual([]);
  await expect.poll(() => press('Enter').then(() => dialog.query())).toBeNull();
  await expect.element(page.getByText(t('charge:cart.empty'))).toBeVisible();
});

test('an answer that is lost is asked for again under the same key', async () => {
  const keys: (string | null)[] = [];
  serveMilk();
  serve({
    'POST cash-sales/': ({ headers }: Sent) => {
      keys.push(headers.get('Idempotency-Key'));
      if (keys.length === 1) throw new TypeError('Failed to fetch');
      return sample(cashSale, { id: 1, amount: 37_550, received: null, change: null });
    },
  });
  await open();
  await press('F9 Enter');
  await expect.element(dialog).toMatchTextContent('375,50');
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
});

test('without an open shift the pane asks for the till first; a scan empties what was typed', async () => {
  serveMilk();
  serve({
    'GET shifts/current/': { shift: null },
    'GET shifts/': listOf([]),
    'POST shifts/': () => {
      const opened = sample(shift, { closed_at: null });
      serve({ 'GET shifts/current/': { shift: opened } });
      return opened;
    },
  });
  await open();
  await press('F9');
  await expect.element(pane.getByRole('textbox', { name: t('charge:cash.till') })).toHaveFocus();
  await press('1 0 0 Enter');
  await expect.element(received).toHaveFocus();
  expect(bodiesOf('POST shifts/')).toMatchObject([{ opening_cash: 10_000 }]);
  await received.fill('400');
  await scan(`${MILK}\n`);
  await expect.element(pane).toMatchTextContent('750,50');
  await expect.element(received).toHaveValue('');
  await received.fill('700');
  await expect.element(pane.getByRole('status')).toMatchTextContent(t('charge:cash.short'));
  await press('Enter');
  expect(sold()).toEqual([]);
  await expectAccessible();
  await press('Escape');
  await expect.element(lines).toHaveLength(1);
});

test('who works alone: the till is on the screen, and the first sale opens the shift with what was left in it', async () => {
  const inTill = (sum: number) =>
    page.getByRole('link', { name: t('charge:shift.till', { sum: formatAmount(sum) }) });
  const closed = { closed_at: '2026-03-02T18:00:00Z', closing_cash: 50_000 };
  const closure = { closed_at: '2026-03-02T18:10:00Z', cash_left: 40_000, cash_taken: 10_000 };
  serveMilk();
  serve({
    'GET shifts/current/': { shift: null },
    'GET shifts/': listOf([sample(shift, closed)]),
    'GET day-closures/': listOf([sample(dayClosure, closure)]),
    'GET shifts/{id}/till/': sample(tillCash, { expected_cash: 77_550 }),
    'POST shifts/': () => {
      const opened = sample(shift, { id: 2, opened_by: 'owner', closed_at: null });
      serve({ 'GET shifts/current/': { shift: opened } });
      return opened;
    },
  });
  const screen = await open();
  await expect.element(inTill(40_000)).toBeVisible();
  await press('F9 Enter');
  await expect.element(heading(t('charge:cash.taken'))).toBeVisible();
  expect(bodiesOf('POST shifts/')).toMatchObject([{ opening_cash: 40_000 }]);
  expect(sold()).toHaveLength(1);
  await expect.poll(() => press('Enter').then(() => dialog.query())).toBeNull();
  await expect.element(inTill(77_550)).toBeVisible();

  // With a second person it is named by who opened it, and counted unseen.
  const { facts } = sample(system);
  serve({ 'GET system/': sample(system, { terminals: [], facts: { ...facts, people: true } }) });
  screen.reload();
  await expect.element(page.getByRole('link', { name: /owner, з \d\d:\d\d/ })).toBeVisible();
  await expect.element(inTill(77_550)).not.toBeInTheDocument();
});

const IN_PARTS = { id: 1, status: 'waiting', total: 37_530, amount: 20_000, rest_in_cash: 17_550 } as const;

test('in parts: less than is due, F10, and the rest is a QR; not paid, the rest is taken in cash too', async () => {
  serveMilk();
  const part = sample(cashSale.entries.qr.wrapped, { amount: 17_530, invoice: 1, status: 'created' });
  const sale = sample(cashSale, { ...IN_PARTS, rounding: 0, qr: part, received: null, change: null });
  serve({
    'POST cash-sales/': sale,
    'GET cash-sales/{id}/': sale,
    'POST cash-sales/{id}/rest/': () => {
      const taken = { ...sale, status: 'done' as const, amount: 37_550, qr: null };
      serve({ 'GET cash-sales/{id}/': taken });
      return taken;
    },
  });
  await open();
  bankReports({ amount: 17_530 });
  await press('F9 2 0 0');
  await expect.element(pane.getByRole('button', { name: t('charge:cash.restByQr') })).toBeVisible();
  await expectAccessible();
  await press('F10');
  await expect.element(parts.getByRole('textbox', { name: t('charge:parts.cash') })).toHaveValue('200');
  await expect.element(parts.getByRole('status')).toMatchTextContent('175,30');
  await expectAccessible();
  await press('Enter');
  await expect.element(qr).toHaveAccessibleName(/175,30/);
  expect(sold()).toMatchObject([{ cash: 20_000, terminal: 1, items: [{ name: 'Молоко' }] }]);
  const sums = { cash: formatAmount(20_000), total: formatAmount(37_530) };
  await expect.element(page.getByText(t('charge:waiting.parts', sums))).toBeVisible();

  bankReports({ status: 'failure', failure_reason: 'Немає грошей' });
  await expect.element(heading(t('charge:parts.giveBack'))).toBeVisible();
  await expect.element(dialog).toMatchTextContent('200,00');
  await expectAccessible();
  bankReports({ status: 'success' });
  await expect.element(heading(t('common:words.paid'))).toBeVisible();
  await expect.element(dialog).toMatchTextContent('200,00');
  bankReports({ status: 'failure' });
  await expect.element(heading(t('charge:parts.giveBack'))).toBeVisible();
  await press('F9');
  await expect.element(heading(t('charge:cash.taken'))).toBeVisible();
  expect(bodiesOf('POST cash-sales/{id}/rest/')).toEqual([{ by: 'cash' }]);
});

test('after a decline the QR is ended first, and only then the same goods are paid in cash', async () => {
  await openQr();
  bankReports({ status: 'failure', failure_reason: 'Немає грошей' });
  await expect.element(heading(t('charge:failed.title'))).toBeVisible();
  const ended = hold('POST invoices/{id}/withdraw/');
  await press('F9');
  await expect.element(heading(t('charge:cancel.busy'))).toBeVisible();
  await expect.poll(ended.count).toBeGreaterThan(0);
  ended.release();
  await expect.element(heading(t('charge:instead.safe'))).toBeVisible();
  await press('Enter');
  await expect.element(pane).toMatchTextContent('375,50');
  await press('Enter');
  await expect.element(heading(t('charge:cash.taken'))).toBeVisible();
  expect(sold()).toHaveLength(1);
});

const unanswered = () =>
  refusal(502, { detail: 'The bank did not answer.', err_code: 'TIMEOUT', outcome: 'unknown' });

test('F9 after a QR that was paid just now: paid, and no cash', async () => {
  await openQr();
  serve({
    'POST invoices/{id}/withdraw/': () => {
      bankReports({ status: 'success' });
      return unanswered();
    },
  });
  await press('F9');
  await expect.element(heading(t('charge:instead.paid'))).toBeVisible();
  expect(sold()).toEqual([]);
});

test('F9 after a QR while the bank stands still: no cash until it has answered', async () => {
  await openQr();
  serve({ 'POST invoices/{id}/withdraw/': unanswered });
  await press('F9');
  await expect.element(heading(t('charge:cancel.busy'))).toBeVisible();
  const { now } = Date;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 6000);
  await expect.element(heading(t('charge:instead.doubt'))).toBeVisible();
  clock.mockRestore();
  await expectAccessible();
  bankReports({ status: 'expired' });
  await expect.element(heading(t('charge:instead.safe'))).toBeVisible();
});

test('a shop that has no bank connection yet sells for cash', async () => {
  serveMilk();
  serve({ 'GET terminals/': listOf([]) });
  await open();
  await expect.element(page.getByRole('alert')).toMatchTextContent(t('charge:noTerminal.title'));
  await expect.element(createButton).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
  await press('F10');
  await expect.element(parts).not.toBeInTheDocument();
  // The one way to pay.
  await press('Control+Enter Enter');
  await expect.element(heading(t('charge:cash.taken'))).toBeVisible();
  expect(sold()).toHaveLength(1);
});

test('a shop that takes no cash has the QR button alone, and without a terminal says how to add one', async () => {
  serveCounter({});
  const screen = await openCharge();
  for (const name of [t('common:words.cash'), t('common:words.inParts')])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: t('charge:shift.none') })).not.toBeInTheDocument();
  await press('F9');
  await expect.element(pane).not.toBeInTheDocument();

  serve({ 'GET terminals/': listOf([]) });
  screen.reload();
  await expect.element(page.getByRole('heading', { name: t('charge:noTerminal.title') })).toBeVisible();
  await expect.element(page.getByText(t('common:changeElsewhere'))).toBeVisible();
  await expectAccessible();
});
