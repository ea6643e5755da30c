import type { Shop } from '../helpers/shop.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

/** What Today reads again while others sell. */

const SALES = 20;
/** Twenty sales in five seconds, by the page's clock. */
const EVERY_MS = 250;
const BUDGET = 20;

const sell = async (shop: Shop, amount: number): Promise<void> => {
  const { id, invoice_id } = await shop.createInvoice({ amount });
  shop.bank.pay(invoice_id);
  await shop.owner.post(`invoices/${id}/refresh/`);
};

test('twenty sales in five seconds are read together, and only what they change', async ({
  page,
  shop,
  signIn,
}) => {
  await sell(shop, 10_000);
  await page.clock.install();
  await signIn();
  const takings = page.getByRole('region', { name: t('today:figures.title') });
  await expect(takings).toContainText('100,00');
  await page.clock.pauseAt(Date.now() + 10_000);

  const read: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v1/')) read.push(pathname + search);
  });
  const quiet = { count: -1 };
  await expect
    .poll(() => {
      const isQuiet = quiet.count === read.length;
      quiet.count = read.length;
      return isQuiet;
    })
    .toBe(true);
  read.length = 0;
  for (let sale = 0; sale < SALES; sale += 1) {
    await sell(shop, 10_000);
    await page.clock.runFor(EVERY_MS);
  }
  await expect
    .poll(async () => {
      await page.clock.runFor(EVERY_MS);
      return takings.textContent();
    })
    .toContain('2 100,00'.replace(' ', '\u00a0'));
  test.info().annotations.push({ type: 'requests', description: `${read.length}: ${read.join(' ')}` });
  expect(read.length, read.join('\n')).toBeLessThanOrEqual(BUDGET);
  expect(read.length).toBeGreaterThan(0);
});
