import type { Page } from '@playwright/test';
import { build } from '../../main/store/db/connection.ts';
import { dayOf, endOfDay } from '../../renderer/lib/zone.ts';
import type { InvoicePage } from '../../shared/api/invoice-query.ts';
import type { Series } from '../../shared/api/series.ts';
import { formatAmount } from '../../shared/money.ts';
import type { Shop } from '../helpers/shop.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { t } from './helpers/texts.ts';

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;

const sync = (shop: Shop) => shop.owner.post(`terminals/${shop.terminal.id}/sync_invoices/`);

/** An invoice that its payer pays at once. */
const sell = async (shop: Shop, amount: number) => {
  const invoice = await shop.createInvoice({ amount });
  shop.bank.pay(invoice.invoice_id);
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  return invoice;
};

const soldAgo = async (shop: Shop, amount: number, ms: number) => {
  shop.bank.payOutsideKramar(shop.merchant.token, { amount, date: Date.now() - ms });
  await sync(shop);
};
const soldAWeekAgo = (shop: Shop, amount: number) => soldAgo(shop, amount, WEEK_MS + MINUTE_MS);

const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: t('today:figures.title') })
    .getByRole('link', { name: new RegExp(`^${name}`) });

/** The bank does not answer, until it counts as unreachable. */
const silenceBank = async (shop: Shop) => {
  const invoice = await shop.createInvoice();
  shop.bank.fault({ kind: 'reset', times: 1000 });
  for (let call = 0; call < 4; call += 1) await shop.owner.post(`invoices/${invoice.id}/refresh/`);
};

test('a full day: the figures are those of stats/series, each against the same weekday a week before, and lead to their lists', async ({
  page,
  shop,
  signIn,
}) => {
  await soldAWeekAgo(shop, 20_000);
  const { id } = await sell(shop, 34_000);
  await sell(shop, 11_050);
  await shop.createInvoice({ amount: 777, reference: 'Стіл 4' });
  const expired = await shop.createInvoice({ amount: 500 });
  await shop.owner.post(`invoices/${expired.id}/cancel/`);
  await signIn();

  await test.step('a number leads to the list that it sums', async () => {
    await expect(figure(page, t('common:words.takings'))).toContainText(formatAmount(45_050));
    await figure(page, t('common:words.takings')).click();
    await expect(page).toHaveURL(/\/invoices\?/);
    const asked = new URL(page.url()).searchParams;
    const plain = (name: string) => (asked.get(name) ?? '').replaceAll('"', '');
    const list = await shop.owner.get<InvoicePage>(
      `invoices/?paid_from=${plain('paid_from')}&paid_to=${plain('paid_to')}`,
    );
    expect(list.body.totals.total_amount).toBe(45_050);
    expect(list.body.count).toBe(2);
    await page.keyboard.press('Alt+1');
  });

  await test.step('the hours of the chart can be read as a table', async () => {
    const chart = page.getByRole('region', { name: t('today:hours.title') });
    const table = chart.getByRole('table', { name: t('today:hours.title') });
    const ago = new Date(Date.now() - 86_400_000 / 4).toISOString();
    const { results } = (await shop.owner.get<Series>(`stats/series/?group_by=hour&from=${ago}`)).body;
    const now = results.map(({ gross }) => gross).filter((gross) => gross > 0);
    for (const gross of [20_000, ...now])
      await expect(table.getByRole('cell', { name: formatAmount(gross) })).toHaveCount(1);
    // No part of the drawing takes the focus.
    await expect(chart.locator('svg[tabindex="0"], svg [tabindex="0"]')).toHaveCount(0);
  });

  await test.step('three figures fill their card at every width, and four', async () => {
    const edges = () =>
      page.evaluate(() => {
        const figures = [...document.querySelectorAll('[data-figure]')];
        const card = figures[0]?.parentElement?.getBoundingClientRect().right ?? 0;
        return Math.round(card - (figures.at(-1)?.getBoundingClientRect().right ?? 0));
      });
    for (const count of [3, 4]) {
      await expect(page.locator('[data-figure]')).toHaveCount(count);
      for (const width of [390, 800, 1024, 1200, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(edges, { message: `${count} figures at ${width} px` }).toBeLessThanOrEqual(1);
      }
      if (count === 3) await shop.owner.post(`invoices/${id}/cancel/`, { amount: 4000 });
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  const from = new Date(Date.now() - 86_400_000 / 4).toISOString();
  const { totals } = (await shop.owner.get<Series>(`stats/series/?group_by=hour&from=${from}`)).body;
  expect(totals).toMatchObject({ gross: 45_050, refunds: 4000, count: 2 });
  await expect(figure(page, t('common:words.takings'))).toContainText(formatAmount(totals.gross));
  await expect(figure(page, t('common:words.takings'))).toContainText(
    /\+125 %проти минул\S+ .+ до \d\d:\d\d/,
  );
  await expect(figure(page, t('today:figures.count'))).toHaveText(`${t('today:figures.count')}2`);
  await expect(figure(page, t('common:words.refunds'))).toContainText(formatAmount(-4000));
  await expect(figure(page, t('common:words.net'))).toContainText(
    `${formatAmount(totals.net)}${t('today:figures.feeOf', { amount: formatAmount(totals.fee) })}`,
  );
  // The hours before the first sale have bars without height.
  await expect(page.locator('main svg [data-series="now"]').filter({ visible: true }).first()).toBeVisible();
  await expectAccessibleInBoth(page);
});

test("each happening is a row of its own; the refunds lead to today's refunds, partial or full, whenever the payment was made", async ({
  page,
  shop,
  signIn,
}) => {
  await sell(shop, 10_000);
  const part = await sell(shop, 34_000);
  const whole = await sell(shop, 1500);
  await shop.owner.post(`invoices/${part.id}/cancel/`, { amount: 4000, comment: 'не сподобалося' });
  await shop.owner.post(`invoices/${whole.id}/cancel/`);
  const open = await shop.createInvoice({ amount: 777 });
  shop.bank.decline(open.invoice_id);
  await shop.owner.post(`invoices/${open.id}/refresh/`);
  await signIn();
  const rows = page.getByRole('region', { name: t('today:latest.title') }).getByRole('listitem');
  const row = (text: string) => rows.filter({ hasText: text });
  await expect(row(t('today:latest.refunded', { number: part.number_display }))).toContainText(
    `−${formatAmount(4000)}`,
  );
  await expect(row(`+${formatAmount(34_000)}`)).toContainText(t('today:latest.paidBy', { card: '1902' }));
  await expect(row(t('today:latest.declined'))).toContainText(formatAmount(777));
  await expect(rows).toHaveCount(6);

  await expect(figure(page, t('common:words.refunds'))).toContainText(formatAmount(-5500));
  await figure(page, t('common:words.refunds')).click();
  await expect(page).toHaveURL(/\/invoices\?.*refunded_from=/);
  await expect(page.getByRole('button', { name: /^Період: Повернено: / }).first()).toBeVisible();
  await expect(page.locator('[data-invoice]')).toHaveText([whole.number_display, part.number_display]);
});

test('a payment shows up by itself, and the takings grow; so do later ones when the service restarts under the screen', async ({
  page,
  shop,
  signIn,
}) => {
  await sell(shop, 1000);
  await signIn();
  await expect(figure(page, t('common:words.takings'))).toContainText(formatAmount(1000));
  await page.evaluate(() => document.body.setAttribute('data-kept', 'yes'));

  const invoice = await shop.createInvoice({ amount: 34_000, reference: 'Стіл 4' });
  const open = page.getByRole('region', { name: t('today:open.title') });
  const latest = page.getByRole('region', { name: t('today:latest.title') });
  await expect(open.getByRole('link', { name: /Стіл 4.*340,00.*лишилося/ })).toHaveAttribute(
    'href',
    `/charge?invoice=${invoice.id}`,
  );
  await expect(open).toContainText(t('common:words.countFor', { count: 1, amount: formatAmount(34_000) }));

  shop.bank.pay(invoice.invoice_id);
  await shop.owner.post(`invoices/${invoice.id}/refresh/`);
  await expect(latest.getByRole('link', { name: /Стіл 4/ })).toContainText(`+${formatAmount(34_000)}`);
  await expect(figure(page, t('common:words.takings'))).toContainText(formatAmount(35_000));
  await expect(open).toHaveCount(0);

  const later = await shop.createInvoice({ amount: 2000 });
  shop.bank.pay(later.invoice_id);
  await shop.restart();
  await shop.owner.post(`invoices/${later.id}/refresh/`);
  await expect(figure(page, t('common:words.takings'))).toContainText(formatAmount(37_000));
  await expect(page.locator('body')).toHaveAttribute('data-kept', 'yes');
});

test('alerts stand above the figures, with their next step, and go when they are done', async ({
  page,
  shop,
  signIn,
}) => {
  await sell(shop, 1000);
  // Counted from the shop's beginning: a new one is not late.
  const began = Date.now() - 3 * 86_400_000;
  shop.console.db.run(build.updateTable('accounts').set({ created_at: began }).where('role', '=', 'owner'));
  await signIn();
  const reminders = page.getByRole('region', { name: t('today:attention.title') });
  await expect(reminders).toContainText('Немає свіжої резервної копії. Копій ще не створювали.');
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings[0]).toBe(t('today:attention.title'));
  await reminders.getByRole('button', { name: t('today:attention.backupStep') }).click();
  await expect(page.getByText(t('today:jobs.back-up-done'))).toBeVisible();
  await expect(reminders).toHaveCount(0);

  await test.step('a statement that is over a day old is synced from here', async () => {
    await sync(shop);
    const long = Date.now() - 2 * 86_400_000;
    shop.console.db.run(
      build.updateTable('terminals').set({ statement_synced_at: long }).where('id', '=', shop.terminal.id),
    );
    await page.reload();
    await expect(page.getByText(/Виписку точки «Каса» не оновлювали з/)).toBeVisible();
    await page.getByRole('button', { name: t('today:attention.statementStep') }).click();
    await expect(
      page.getByText(t('terminals:sync.invoicesDone', { synced: '1', created: '0', updated: '0' })),
    ).toBeVisible();
    await expect(reminders).toHaveCount(0);
  });

  await silenceBank(shop);
  const banner = page.getByText(/Банк не відповідає з \d\d:\d\d/);
  await expect(banner).toHaveCount(1);
  await expectAccessible(page);
  shop.bank.clearFaults();
  await expect(banner).toBeHidden({ timeout: 30_000 });
});

test('a yesterday that was not closed wants attention, above the figures', async ({ page, shop, signIn }) => {
  await soldAgo(shop, 46_000, 86_400_000);
  await sell(shop, 1000);
  await signIn();
  const attention = page.getByRole('region', { name: t('today:attention.title') });
  const row = attention.getByRole('listitem').filter({ hasText: 'Вчора не закрито: 460,00 ₴' });
  await row.getByRole('link', { name: t('today:yesterday.show') }).click();
  await expect(page).toHaveURL(/close-day\?date=/);
  const date = new URL(page.url()).searchParams.get('date')?.replaceAll('"', '');
  await shop.owner.post('day-closures/', { date });
  await page.goto(new URL('/today', shop.baseUrl).href);
  await expect(page.getByRole('region', { name: t('today:yesterday.title') })).toContainText(
    t('today:yesterday.fine', { sum: '460,00 ₴' }),
  );
  await expect(row).toHaveCount(0);
});

test('at the shop’s midnight the next day begins', async ({ page, shop, signIn }) => {
  await sell(shop, 1000);
  const end = endOfDay(dayOf(Date.now(), 'Europe/Kyiv'), 'Europe/Kyiv');
  await page.clock.install({ time: end - 90_000 });
  await signIn();
  await expect(figure(page, t('common:words.takings'))).toContainText(formatAmount(1000));
  const title = page.getByRole('heading', { level: 1 });
  const before = await title.textContent();
  await page.clock.fastForward(120_000);
  await expect(title).not.toHaveText(before ?? '');
  await expect(figure(page, t('common:words.takings'))).toContainText(formatAmount(0));
});

test('a request to the bank in doubt turns into its end by itself; a terminal without its token is told of', async ({
  page,
  shop,
  signIn,
}) => {
  await shop.owner.post('jobs/back-up/run/');
  // The bank opens the invoice, its answer is lost, and it stays away, so that nothing is settled before it is seen.
  shop.bank.fault({ kind: 'reset', acts: true, path: 'invoice/create' });
  await shop.owner.post('invoices/', { terminal: shop.terminal.id, amount: 5000 });
  shop.bank.fault({ kind: 'reset', path: '*', times: 10_000 });
  await signIn();
  const rows = page.getByRole('region', { name: t('today:latest.title') }).getByRole('listitem');
  const doubt = rows.filter({ hasText: t('today:latest.doubt', { amount: formatAmount(5000) }) });
  await expect(doubt).toHaveCount(1);
  await expect(
    page.getByRole('banner').getByRole('link', { name: t('common:connection.doubt', { count: 1 }) }),
  ).toBeVisible();
  const worries = page.getByRole('region', { name: t('today:attention.title') });
  await expect(worries).toContainText(t('common:words.requestsInDoubt', { count: 1 }));
  await expect(worries.getByRole('button', { name: t('today:attention.doubtStep') })).toBeVisible();
  await expectAccessible(page);
  shop.bank.clearFaults();
  shop.bank.pay(shop.bank.invoices()[0]?.invoiceId ?? '');
  // The service does this by itself within seconds (test/bad-days/doubt-settles.test.ts); shops of tests have no schedule.
  await shop.owner.post('jobs/settle-attempts/run/');
  await expect(doubt).toHaveCount(0);

  const { db } = shop.console;
  db.run(build.updateTable('terminals').set({ sealed_token: null }).where('id', '=', shop.terminal.id));
  await page.reload();
  await expect(worries).toContainText(t('today:attention.token', { name: 'Каса' }));
  await expect(worries).toContainText(t('common:changeElsewhere'));
  await expectAccessible(page);
});
