import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cashRegister } from '../../../../shared/api/cash-registers.ts';
import { type InvoiceHistory, invoiceHistory, saleOutcome } from '../../../../shared/api/invoice-extras.ts';
import { declineExplained } from '../../../../shared/api/invoice-lists.ts';
import { invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { listOf, sample } from '../../../helpers/sample.ts';
import { bodiesOf, hold, refusal, serve } from '../../helpers/api.ts';
import { expectAccessible } from '../../helpers/axe.ts';
import {
  closeMore,
  createButton,
  dialog,
  display,
  lines,
  openCharge,
  openMore,
  qr,
  tile,
} from '../../helpers/charge.ts';
import { bankReports, productOf, serveCounter } from '../../helpers/counter.ts';
import { press } from '../../helpers/keys.ts';
import { OWNER } from '../../helpers/screen.tsx';
import { t } from '../../helpers/texts.ts';

/** From the QR to paid, or not. */

const heading = (name: string) => page.getByRole('heading', { name });
const made = () => bodiesOf('POST invoices/');
/** Of an invoice that can be paid until it is cancelled. */
const historyOf = (results: InvoiceHistory['results']): InvoiceHistory =>
  sample(invoiceHistory, { expires_at: null, results });

const charge = async (amount: string): Promise<void> => {
  await display.fill(amount);
  await press('Enter');
  await expect.element(qr).toBeVisible();
};

test('the screen changes by itself to paid, after a reload too, and Enter is the next sale', async () => {
  serveCounter({});
  const screen = await openCharge();
  await display.fill('340,5');
  await expect
    .element(page.getByText(t('charge:amount.echo', { amount: formatAmount(34_050) })))
    .toBeVisible();
  await press('Enter');
  await expect.element(qr).toHaveAccessibleName(/340,50/);
  await screen.expectAt(/\/charge\?invoice=1$/);
  screen.reload();
  await expect.element(qr).toBeVisible();
  await openMore();
  await expectAccessible();
  const paid = { masked_pan: '444455******1902', rrn: '012345678901', paid_date: '2026-03-02T10:00:00Z' };
  bankReports({ status: 'success', ...paid });
  await expect.element(dialog.getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
  await expect.element(dialog.getByText('•••• 1902')).toBeVisible();
  // There is no printer.
  await expect.element(dialog.getByRole('button', { name: t('printing:print') })).not.toBeInTheDocument();
  await expect.element(dialog.getByText('012345678901')).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: t('charge:paid.receipt') }))
    .toHaveAttribute('href', '/invoices/1');
  await expectAccessible();
  await press('Enter');
  await expect.element(display).toHaveFocus();
  await expect.element(display).toHaveValue('');
});

test('a declined payment is explained with what to do, and not by the explanation of an earlier one', async () => {
  serveCounter({});
  const reason = 'Банк позначив картку як втрачену.';
  const first = { failure_reason: 'Картку втрачено', modified_date: '2026-03-02T10:00:00Z' };
  const explained = sample(declineExplained, {
    failure_reason: first.failure_reason,
    reason,
    err_code: '41',
  });
  serve({ 'GET invoices/{id}/failure/': explained });
  await openCharge();
  await charge('340');
  bankReports({ status: 'failure', ...first });
  await expect.element(dialog.getByText(reason)).toBeVisible();
  for (const text of ['Offer cash.', t('charge:failed.alive')])
    await expect.element(dialog).toMatchTextContent(text);
  // The bank's code is for the details.
  await expect.element(dialog.getByText(/код 41/)).not.toBeInTheDocument();
  await expectAccessible();

  await dialog.getByRole('button', { name: t('charge:failed.again') }).click();
  await expect.element(qr).toBeVisible();
  await expect.element(page.getByText(/Попередня спроба не вдалася.*втрачену/)).toBeVisible();
  // The bank dates both by one second.
  bankReports({ failure_reason: 'Невірний CVV' });
  await expect.element(dialog).toMatchTextContent(/Невірний CVV/);
  await expect.element(dialog.getByText(/втрачен/)).not.toBeInTheDocument();
});

test('cancelling names the amount, and a payment that came first wins', async () => {
  serveCounter({});
  serve({ 'GET invoices/{id}/history/': historyOf([]) });
  await openCharge();
  await charge('340');
  await page.getByRole('button', { name: t('charge:cancel.do', { amount: '340,00 ₴' }) }).click();
  await expect.element(heading(t('charge:over.cancelled', { amount: '340,00 ₴' }))).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: t('charge:over.same') }).click();
  await expect.element(display).toHaveValue('340');
  await press('Enter');
  await expect.element(qr).toBeVisible();
  serve({
    'POST invoices/{id}/withdraw/': () => {
      bankReports({ status: 'success' }, 2);
      return refusal(400, { errors: { status: ['Paid.'] }, codes: { status: ['not_payable'] } });
    },
  });
  await press('Delete');
  await expect.element(dialog.getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
});

test('what was ended for the last buyer takes nothing from the cart of the next one', async () => {
  serveCounter({ products: [productOf(1, 'Молоко', 37_530), productOf(2, 'Хліб', 3000)] });
  await openCharge();
  await tile('Молоко').click();
  await press('Control+Enter');
  await expect.element(qr).toBeVisible();
  bankReports({ status: 'failure' });
  await expect.element(dialog.getByRole('heading', { name: t('charge:failed.title') })).toBeVisible();
  let isAnswered = false;
  const ended = hold('POST invoices/{id}/withdraw/');
  serve({
    'POST invoices/{id}/withdraw/': () => {
      isAnswered = true;
      return sample(invoice, { id: 1, status: 'expired' });
    },
  });
  await press('Delete');
  await expect.poll(ended.count).toBe(1);
  await press('Escape');
  await page.getByRole('button', { name: t('charge:newInvoice') }).click();
  await tile('Хліб').click();
  await expect.element(lines).toHaveLength(1);
  ended.release();
  await expect.poll(() => isAnswered).toBe(true);
  await tile('Хліб').click();
  await expect.element(tile('Хліб')).toHaveAccessibleName(/У кошику: 2/);
  await expect.element(lines).toHaveLength(1);
});

test('a hold is shown as held, never as paid, and leads to its invoice', async () => {
  serveCounter({});
  const [entry] = sample(invoiceHistory).results;
  if (!entry) throw new Error('The history has no sample.');
  serve({ 'GET invoices/{id}/history/': historyOf([{ ...entry, type: 'held', amount: 34_000 }]) });
  await openCharge();
  await openMore();
  await page.getByLabelText(t('charge:details.hold')).click({ force: true });
  await closeMore();
  await charge('340');
  expect(made()).toMatchObject([{ payment_type: 'hold' }]);
  bankReports({ status: 'processing' });
  await expect.element(heading(t('charge:held.title', { amount: formatAmount(34_000) }))).toBeVisible();
  await expect.element(page.getByText(t('common:words.paid'))).not.toBeInTheDocument();
  await expectAccessible();
  await expect
    .element(page.getByRole('link', { name: t('charge:held.open') }))
    .toHaveAttribute('href', '/invoices/1');
});

test('a cashier without the permission to view invoices sees what becomes of their own sale', async () => {
  serveCounter({});
  const outcome = (status: 'created' | 'success') =>
    serve({
      'GET invoices/{id}/outcome/': sample(saleOutcome, {
        invoice: sample(invoice, { id: 1, amount: 34_000, status }),
        history: historyOf([]),
      }),
    });
  outcome('created');
  const rights = { can_view_invoices: false, can_create_invoices: true, can_cancel_invoices: true };
  const screen = await openCharge({ ...OWNER, username: 'kasa', is_owner: false, ...rights });
  await charge('340');
  screen.reload();
  await expect.element(qr).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: t('charge:cancel.do', { amount: '340,00 ₴' }) }))
    .toBeVisible();
  outcome('success');
  bankReports({});
  await expect.element(dialog.getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
  await expect.element(dialog.getByRole('link')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: t('charge:newInvoice') }).click();
  await expect.element(display).toHaveFocus();
});

test('the register used last has the QR, also of a sale that is quicker than the list of registers', async () => {
  const registers = ['ZRN1', 'ZRNF'].map((name, at) =>
    sample(cashRegister, { id: at + 5, terminal: 1, name }),
  );
  serveCounter({});
  serve({ 'GET cash-registers/': listOf(registers) });
  const screen = await openCharge();
  const choose = async (name: string): Promise<void> => {
    await openMore();
    await page.getByRole('combobox', { name: t('common:place.register') }).click();
    await page.getByRole('option', { name, exact: true }).click();
    await closeMore();
  };
  await choose('ZRN1');
  await expect.element(page.getByText(t('charge:chips.register', { text: 'ZRN1' }))).toBeVisible();
  const list = hold('GET cash-registers/');
  screen.reload();
  await expect.poll(list.count).toBeGreaterThan(0);
  await display.fill('340');
  await press('Enter');
  await expect.element(createButton).toHaveAttribute('aria-disabled', 'true');
  bankReports({ cash_register: 5 });
  list.release();
  await expect.element(page.getByText(t('charge:waiting.register', { name: 'ZRN1' }))).toBeVisible();
  expect(made()).toMatchObject([{ cash_register: 5 }]);

  screen.back();
  await choose('ZRNF');
  serve({ 'POST invoices/': () => refusal(400, { errors: { cash_register: ['Its amount is fixed.'] } }) });
  await display.fill('50');
  await createButton.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(t('charge:refused.register'));
  await expectAccessible();
});

test('on a phone it is one column, the whole way', async () => {
  await page.viewport(360, 740);
  const fits = () => document.documentElement.scrollWidth <= innerWidth;
  serveCounter({});
  await openCharge();
  for (const key of ['5', '0']) await page.getByRole('button', { name: key, exact: true }).click();
  await expect.element(createButton).toBeInViewport();
  expect(fits()).toBe(true);
  await createButton.click();
  await expect.element(qr).toBeInViewport({ ratio: 1 });
  expect(fits()).toBe(true);
  await expectAccessible();
  bankReports({ status: 'success' });
  await expect.element(dialog.getByRole('button', { name: t('charge:newInvoice') })).toBeInViewport();
  expect(fits()).toBe(true);
});
