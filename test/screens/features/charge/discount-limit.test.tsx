import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cashSale } from '../../../../shared/api/cash-sales.ts';
import { invoice } from '../../../../shared/api/invoices.ts';
import { discountApproval } from '../../../../shared/api/refunds.ts';
import { sample } from '../../../helpers/sample.ts';
import { bodiesOf, hold, refusal, type Sent, serve } from '../../helpers/api.ts';
import { expectAccessible } from '../../helpers/axe.ts';
import { lines, openCharge, qr, tile } from '../../helpers/charge.ts';
import { productOf, serveCounter } from '../../helpers/counter.ts';
import { press, type } from '../../helpers/keys.ts';
import { t } from '../../helpers/texts.ts';

/** A discount above the limit of the shop, by keyboard alone: a second person approves it, and the sale goes on. */

const APPROVAL = 'approved';
const dialog = page.getByRole('dialog', { name: t('charge:discount.give') });
const title = dialog.getByRole('heading', { name: t('people:approval.title') });

/** @returns the tenders of the sales that were made */
const open = async () => {
  const made: string[] = [];
  /** Whether it may be given is decided by the service: test/http/discount-limit.test.ts. */
  const limited =
    <Answer,>(tender: string, answer: Answer) =>
    ({ headers }: Sent): Answer | Response => {
      const facts = { discount: 7506, amount: 30_024, limit: 10 };
      if (headers.get('Discount-Approval') !== APPROVAL)
        return refusal(400, {
          errors: { discounts: ['Above the limit.'] },
          codes: { discounts: ['discount_limit'] },
          facts: { discounts: [facts] },
        });
      made.push(tender);
      return answer;
    };
  serveCounter({ takesCash: true, products: [productOf(1, 'Молоко', 37_530)] });
  serve({
    'POST invoices/': limited('qr', sample(invoice, { id: 1 })),
    'POST cash-sales/': limited('cash', sample(cashSale, { id: 1, received: null, change: null })),
    'POST discount-approvals/': sample(discountApproval, { token: APPROVAL }),
  });
  const screen = await openCharge();
  return { made, screen };
};

/** Milk for 375,30 less 20 %. */
const fill = async (): Promise<void> => {
  await tile('Молоко').click();
  await press('F4');
  await type('20');
  await press('Enter');
  await expect.element(page.getByRole('button', { name: /20\s%/u })).toBeVisible();
};

const approve = async (): Promise<void> => {
  await expect.element(title).toHaveFocus();
  await press('Tab');
  await type('iryna');
  await press('Tab');
  await type('secret');
  await press('Enter');
};

test('asked for on Ctrl Enter, F9 and F10; given, the sale goes on; given up, the cart is as it was', async () => {
  const { made, screen } = await open();
  await fill();
  await press('Control+Enter');
  await expect.element(title).toHaveFocus();
  await expect.element(dialog).toMatchTextContent(/75,06/);
  await expectAccessible();
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(lines).toHaveLength(1);
  await press('Control+Enter');
  await approve();
  await expect.element(qr).toBeVisible();
  expect(bodiesOf('POST discount-approvals/')).toEqual([
    { discount: 7506, amount: 30_024, username: 'iryna', password: 'secret' },
  ]);

  for (const keys of ['F9 Enter', 'F10 1 0 0 Enter']) {
    screen.go('/charge');
    await fill();
    await press(keys);
    await approve();
    await expect
      .element(page.getByRole('dialog').getByRole('heading', { name: t('charge:cash.taken') }))
      .toBeVisible();
  }
  expect(made).toEqual(['qr', 'cash', 'cash']);
  expect(bodiesOf('POST cash-sales/').at(-1)).toMatchObject({ cash: 10_000 });
});

test('given up before the approval has come, nothing is sold', async () => {
  const { made } = await open();
  await fill();
  const approved = hold('POST discount-approvals/');
  await press('Control+Enter');
  await approve();
  await expect.poll(approved.count).toBe(1);
  await press('Escape');
  await expect.element(dialog).not.toBeInTheDocument();
  approved.release();
  // The next press asks anew.
  await press('Control+Enter');
  await expect.element(title).toHaveFocus();
  expect(made).toEqual([]);
});
