import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { displayStore } from '../../../../renderer/api/customer-screen.ts';
import { customerToken } from '../../../../shared/api/customer-screen.ts';
import { sample } from '../../../helpers/sample.ts';
import { bodiesOf, serve } from '../../helpers/api.ts';
import { dialog, lines, openCharge, pane, qr, tile } from '../../helpers/charge.ts';
import { bankReports, productOf, serveCounter } from '../../helpers/counter.ts';
import { press } from '../../helpers/keys.ts';
import { t } from '../../helpers/texts.ts';

test('the till says what is in the cart, what was given in cash until the next line, and no QR that is being ended', async () => {
  const display = sample(customerToken, { token: 'display', expires_at: '2100-01-01T00:00:00Z' });
  serveCounter({ takesCash: true, products: [productOf(1, 'Молоко', 37_530)] });
  serve({
    'POST customer-screen/': () => new Response(null, { status: 204 }),
    'POST customer-screen/token/': display,
  });
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const said = () => bodiesOf('POST customer-screen/').at(-1);
  await openCharge();
  await page.getByRole('button', { name: t('customer:title') }).click();
  expect(opened).toHaveBeenCalledWith('/customer', '_blank', 'noopener,popup');
  await tile('Молоко').click();
  await expect.poll(said).toMatchObject({ amount: 37_530, lines: [{ name: 'Молоко', quantity: '1' }] });
  await press('F9');
  await expect.element(pane).toBeVisible();
  await expect.poll(said).toMatchObject({ amount: 37_550, is_cash: true });
  await press('5 0 0 Enter');
  await expect.element(dialog).toMatchTextContent('124,50');
  const paid = { amount: 37_550, is_cash: true, received: 50_000 };
  await expect.poll(said).toMatchObject(paid);
  await expect.poll(() => press('Enter').then(() => dialog.query())).toBeNull();
  await expect.element(lines).toHaveLength(0);
  expect(said()).toMatchObject(paid);
  await tile('Молоко').click();
  await expect.poll(said).not.toHaveProperty('received');

  await press('Control+Enter');
  await expect.element(qr).toBeVisible();
  await expect.poll(said).toMatchObject({ invoice: 1 });
  serve({ 'POST invoices/{id}/withdraw/': () => new Promise<never>(() => undefined) });
  await press('F9');
  await expect.poll(said).toEqual({ device: expect.any(String), amount: 37_530 });
  bankReports({ status: 'expired' });
  opened.mockRestore();
  displayStore.set(undefined);
});
