import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cashSale } from '../../../shared/api/cash-sales.ts';
import { type Invoice, invoiceItem } from '../../../shared/api/invoices.ts';
import { invoiceRefunds, refundApproval, refundRules } from '../../../shared/api/refunds.ts';
import { formatAmount } from '../../../shared/money.ts';
import { sample } from '../../helpers/sample.ts';
import { bodiesOf, hold, refusal, report, type Sent, serve } from '../helpers/api.ts';
import { expectAccessible } from '../helpers/axe.ts';
import { press } from '../helpers/keys.ts';
import { serveInvoice } from '../helpers/sales.ts';
import { openScreen } from '../helpers/screen.tsx';
import { t } from '../helpers/texts.ts';

/** A refund in its two steps. What is refunded, and how often, is decided by the service: test/http/refund-once.test.ts. */

const dialog = page.getByRole('dialog');
const refundButton = page.getByRole('button', { name: t('invoices:actions.refund'), exact: true });
const amount = dialog.getByLabelText(t('invoices:refund.amount'));
const reason = dialog.getByLabelText(t('common:words.reason'));
const next = dialog.getByRole('button', { name: t('common:words.next') });
const review = dialog.getByRole('heading', { name: t('invoices:refund.reviewTitle') });
const confirm = dialog.getByRole('button', { name: /^Повернути \d/ });
const back = dialog.getByRole('button', { name: t('common:back') });
const approvalTitle = dialog.getByRole('heading', { name: t('people:approval.title') });
/** An amount as it is compared: matchers of text read a space where none may break. */
const sum = (minor: number): string => formatAmount(minor).replaceAll('\u00a0', ' ');
const sent = () => bodiesOf('POST invoices/{id}/cancel/');
const whole = (left: number) =>
  dialog.getByRole('button', { name: t('invoices:refund.whole', { left: formatAmount(left) }) });

/** An invoice of 64,00 that is paid; a refund is made of it. */
const serveRefund = (changes: Partial<Invoice> = {}) => {
  const paid = serveInvoice({ amount: 6400, ...changes });
  serve({
    'GET refunds/rules/': sample(refundRules, { reasons: [], reason_required: false }),
    'POST invoices/{id}/cancel/': ({ body }) => {
      const left = paid.amount - (body as { amount: number }).amount;
      const refunded = { ...paid, final_amount: left };
      serve({
        'GET invoices/{id}/': refunded,
        'GET invoices/{id}/refunds/': sample(invoiceRefunds, { left, under_way: null, items: [] }),
      });
      return refunded;
    },
  });
};
const underWay = (state: 'in_doubt' | 'processing') =>
  serve({
    'GET invoices/{id}/refunds/': sample(invoiceRefunds, {
      left: 6400,
      under_way: { amount: 1000, by: 'owner', reason: '', requested_at: '2026-03-02T08:21:03.877Z', state },
      items: [],
    }),
  });

test('Enter pressed often or held, a double click on "Next" and Ctrl Enter in the first step refund nothing', async () => {
  serveRefund();
  await openScreen('/invoices/1');
  await expect.element(refundButton).toBeVisible();
  (refundButton.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  // An empty amount is not even reviewed.
  await expect.element(dialog).toMatchTextContent(t('common:amount.empty'));
  await whole(6400).click();
  await expect.element(amount).toHaveValue('64,00');
  (amount.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  await expect.element(review).toHaveFocus();
  await userEvent.keyboard('{Enter>5/}');
  await expect.element(confirm).toBeEnabled();
  await expect.element(confirm).not.toHaveFocus();
  await back.click();
  await expect.element(amount).toHaveFocus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await next.dblClick();
  await expect.element(confirm).toBeVisible();
  expect(sent()).toEqual([]);
});

test('a refusal of the bank is shown beside the form, and the next try takes both steps; a double click is one refund', async () => {
  serveRefund();
  await openScreen('/invoices/1');
  await refundButton.click();
  await expect.element(amount).toHaveFocus();
  await expect.element(amount).toHaveValue('');
  await amount.fill('20');
  await expect.element(dialog).toMatchTextContent(t('invoices:refund.remains', { remains: sum(4400) }));
  const usual = t('invoices:refund.reasons.returned');
  await dialog.getByRole('button', { name: usual }).click();
  await expect.element(dialog.getByRole('button', { name: usual })).toHaveAttribute('aria-pressed', 'true');
  await expect.element(reason).toHaveValue(usual);
  await expectAccessible();
  await next.click();
  for (const text of [sum(2000), usual, sum(4400)]) await expect.element(dialog).toMatchTextContent(text);
  await expectAccessible();
  serve({
    'POST invoices/{id}/cancel/': () => refusal(502, { detail: 'Not refunded.', err_code: 'CANCEL_FAILED' }),
  });
  await confirm.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Гроші не повернено.');
  await expect.element(amount).toHaveValue('20');
  await expect.element(confirm).not.toBeInTheDocument();
  await expectAccessible();

  serveRefund();
  const posted = hold('POST invoices/{id}/cancel/');
  await press('Enter');
  await confirm.dblClick();
  await expect.poll(posted.count).toBe(1);
  posted.release();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(page.getByText(t('invoices:details.left', { left: formatAmount(4400) })))
    .toBeVisible();
  expect(sent()).toEqual(Array(2).fill({ amount: 2000, comment: usual }));
});

test('lines are chosen with their quantities, and refunded by keyboard', async () => {
  const items = [
    sample(invoiceItem, { id: 21, name: 'Капучино', price: 6400, quantity: 2, unit: 'шт', amount: 12_800 }),
    sample(invoiceItem, { id: 22, name: 'Сир', price: 34_000, quantity: 1.5, unit: 'кг', amount: 45_900 }),
  ];
  serveRefund({ amount: 58_700, items });
  serve({
    'GET invoices/{id}/refunds/': sample(invoiceRefunds, {
      left: 58_700,
      under_way: null,
      items: items.map(({ id, amount: paid, quantity }) => ({
        item: id,
        amount: paid,
        quantity,
        returned: 0,
      })),
    }),
  });
  await openScreen('/invoices/1');
  await refundButton.click();
  const quantityOf = (name: string) =>
    dialog.getByRole('textbox', { name: t('invoices:refund.quantity', { name }) });
  await expect.element(quantityOf('Капучино')).toHaveFocus();
  await press('Enter');
  await expect.element(dialog).toMatchTextContent(t('invoices:refund.noLines'));
  await quantityOf('Капучино').fill('3');
  await expect.element(dialog).toMatchTextContent(t('invoices:refund.quantityFault.tooMuch', { most: '2' }));
  await quantityOf('Капучино').fill('');
  await dialog.getByRole('button', { name: t('common:words.increase', { name: 'Капучино' }) }).click();
  await expect.element(quantityOf('Капучино')).toHaveValue('1');
  await quantityOf('Сир').fill('0,5');
  await expect.element(dialog).toMatchTextContent(t('invoices:refund.sum', { amount: sum(6400 + 15_300) }));
  await expectAccessible();
  await press('Enter');
  await expect.element(review).toHaveFocus();
  await expect.element(dialog).toMatchTextContent('Сир × 0,5');
  await press('Tab Enter');
  await expect.element(dialog).not.toBeInTheDocument();
  const returned = [
    { item: 21, quantity: '1' },
    { item: 22, quantity: '0.5' },
  ];
  expect(sent()).toMatchObject([{ amount: 21_700, items: returned }]);
});

test('typed text survives a window that becomes narrower and wider; Escape closes the topmost panel alone', async () => {
  serveRefund();
  await openScreen('/invoices/1');
  await refundButton.click();
  await amount.fill('12,50');
  await reason.fill('Молоко скисло');
  const label = { name: t('invoices:details.label') };
  const drawer = page.getByRole('dialog', label);
  for (const width of [1024, 1280, 1024]) {
    await page.viewport(width, 700);
    await expect.element(width === 1024 ? drawer : page.getByRole('complementary', label)).toBeVisible();
    await expect.element(amount).toHaveValue('12,50');
    await expect.element(reason).toHaveValue('Молоко скисло');
    await expect.element(reason).toHaveFocus();
  }
  await expectAccessible();
  await press('Escape');
  await expect.element(amount).not.toBeInTheDocument();
  await expect.element(drawer).toBeVisible();
});

test.each([
  ['in_doubt', t('invoices:history.in_doubt')],
  ['processing', t('invoices:refund.working', { amount: sum(1000) })],
] as const)(
  'while a refund is %s no other is offered to anybody, under an open dialog either',
  async (state, text) => {
    serveRefund();
    await openScreen('/invoices/1');
    await refundButton.click();
    await amount.fill('50');
    underWay(state);
    report('invoice.refunded', 1);
    await expect.element(dialog).toMatchTextContent(text);
    await expect.element(amount).not.toBeInTheDocument();
    await expectAccessible();
    await press('Escape');
    await expect.element(page.getByText(text).first()).toBeVisible();
    await expect.element(page.getByText(/Запит .*, owner/)).toBeVisible();
    await expect.element(refundButton).not.toBeInTheDocument();
    serveRefund();
    report('invoice.refunded', 1);
    await expect.element(refundButton).toBeVisible();
    expect(sent()).toEqual([]);
  },
);

/** The refusal of the service while no second person has approved it. */
const limited =
  <Answer,>(keys: (string | null)[], answer: Answer) =>
  ({ headers }: Sent): Answer | Response => {
    keys.push(headers.get('Idempotency-Key'));
    if (headers.get('Refund-Approval') === 'approved') return answer;
    return refusal(400, {
      errors: { amount: ['Above the limit.'] },
      codes: { amount: ['refund_limit'] },
      facts: { amount: [{ amount: 6000 }] },
    });
  };

const approve = async (username: string): Promise<void> => {
  await dialog.getByLabelText(t('people:approval.username')).fill(username);
  await dialog.getByRole('textbox', { name: t('people:approval.password') }).fill('secret');
  await press('Enter');
};

test('above the limit a second person gives name and password; back from there nothing is refunded', async () => {
  const keys: (string | null)[] = [];
  const paid = serveInvoice({ amount: 6400 });
  const approval = sample(refundApproval, { token: 'approved' });
  serve({
    'POST invoices/{id}/cancel/': limited(keys, paid),
    'POST invoices/{id}/refund-approvals/': ({ body }) =>
      (body as { username: string }).username === 'iryna'
        ? approval
        : refusal(400, { errors: { username: ['The same.'] }, codes: { username: ['approver_same'] } }),
  });
  await openScreen('/invoices/1');
  await refundButton.click();
  await amount.fill('60');
  await press('Enter');
  await confirm.click();
  await expect.element(approvalTitle).toHaveFocus();
  await back.click();
  await expect.element(amount).toHaveValue('60');
  await press('Enter');
  await confirm.click();
  await dialog.getByRole('button', { name: /60,00/ }).click();
  await expect.element(dialog.getByText(t('people:approval.missing'))).toBeVisible();
  await approve('olena');
  await expect.element(dialog.getByText(t('people:fault.approver_same'))).toBeVisible();
  await expectAccessible();
  await approve('iryna');
  await expect.element(dialog).not.toBeInTheDocument();
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
});

test('cash above the limit is given back once a second person has approved it, under the same key, and once', async () => {
  const keys: (string | null)[] = [];
  serveInvoice();
  const saleOf = (returned: number) => {
    const item = { name: 'Кава', price: 6000, quantity: 2, returned, amount: 12_000 };
    const items = [sample(cashSale.entries.items.item, item)];
    return sample(cashSale, { id: 1, amount: 12_000, total: 12_000, left: 12_000, qr: null, items });
  };
  serve({
    'GET cash-sales/{id}/': saleOf(0),
    'POST cash-sales/{id}/returns/': limited(keys, saleOf(1)),
    'POST cash-sales/{id}/refund-approvals/': sample(refundApproval, { token: 'approved' }),
  });
  await openScreen('/invoices/cash/1');
  const giveBack = t('invoices:cash.giveBack');
  await page.getByRole('button', { name: giveBack }).click();
  await dialog.getByRole('button', { name: t('common:words.increase', { name: 'Кава' }) }).click();
  await expectAccessible();
  const returned = hold('POST cash-sales/{id}/returns/');
  await dialog.getByRole('button', { name: giveBack }).click();
  await expect.poll(returned.count).toBe(1);
  // Closed, it could be opened again and would give back a second time.
  await press('Escape');
  await expect.element(dialog.getByRole('button', { name: t('invoices:refund.keep') })).toBeDisabled();
  returned.release();
  await expect.element(approvalTitle).toHaveFocus();
  await expectAccessible();
  serve({ 'GET cash-sales/{id}/': saleOf(1) });
  await approve('iryna');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('complementary'))
    .toMatchTextContent(t('invoices:cash.returnedOf', { part: '1', all: '2' }));
  expect(keys).toEqual([expect.any(String), keys[0]]);
});
