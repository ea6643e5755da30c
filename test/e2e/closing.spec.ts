import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DayClosurePage, MonthClosurePage } from '../../shared/api/closures.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessible, expectAccessibleInBoth } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { places } from './helpers/live.ts';
import { saveScreenshot } from './helpers/picture.ts';
import { t } from './helpers/texts.ts';

test('a day is closed: the cash is agreed or counted, a shortage is confirmed with Ctrl, a later sale opens it again', async ({
  page,
  shop,
  signIn,
}) => {
  test.setTimeout(90_000);
  await signIn();
  await shop.owner.post('shifts/', { opening_cash: 100_000 });
  await shop.owner.post('shifts/1/cash-sales/', { amount: 86_000, remark: 'Торт' });
  await page.goto(new URL('/reports/sales', shop.baseUrl).href);
  await page.getByRole('link', { name: t('closing:day.title') }).click();
  await expect(page).toHaveURL(/\/reports\/close-day$/);
  await expect(page.getByRole('button', { name: t('closing:day.countFirst') })).toBeDisabled();
  await expectAccessible(page);

  // Counted: ten hryvnias are missing.
  await page.getByRole('button', { name: t('closing:cash.another') }).click();
  await page.keyboard.type('1850');
  const missing = t('closing:cash.missing', { sum: formatAmount(1000) });
  await expect(page.getByText(missing, { exact: true })).toBeVisible();
  await expect(page.getByText('Торт')).toBeVisible();
  await page.getByLabel(t('common:words.cashRemark')).fill('Решту дано двічі');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  expect((await shop.owner.get<DayClosurePage>('day-closures/')).body.count).toBe(0);

  // After all it matches: a tick, and what is taken out.
  await page.getByLabel(t('closing:cash.counted')).fill('1860');
  await expect(page.getByLabel(t('closing:cash.taken'))).toHaveValue('860,00');
  await page.getByLabel(t('closing:cash.counted')).fill('1850');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: missing })).toBeVisible();
  await expectAccessible(page);
  const { body } = await shop.owner.get<DayClosurePage>('day-closures/');
  expect(body.results).toMatchObject([
    {
      version: 1,
      remark: 'Решту дано двічі',
      cash_taken: 85_000,
      cash_left: 100_000,
      differences: [{ kind: 'cash', amount: -1000 }],
    },
  ]);

  // Cash that is taken after it marks the day, here and in the table of days.
  await shop.owner.post('shifts/', { opening_cash: 100_000 });
  await shop.owner.post('shifts/2/cash-sales/', { amount: 7500 });
  await page.reload();
  const changed = t('closing:day.changed', { change: `+${formatAmount(7500)}` });
  await expect(page.getByRole('status').filter({ hasText: changed })).toBeVisible();
  await page.goto(new URL('/reports/days', shop.baseUrl).href);
  const table = page.getByRole('table', { name: t('common:words.days') });
  await expect(table).toContainText(changed);
  await expect(table).toContainText(missing);
  await expectAccessible(page);
});

test('a day is closed by keyboard: the focus goes from question to question, and Ctrl Enter closes from anywhere', async ({
  page,
  shop,
  signIn,
}) => {
  const closures = async () => (await shop.owner.get<DayClosurePage>('day-closures/')).body.results;
  await signIn();
  await shop.owner.post('shifts/', { opening_cash: 100_000 });
  await shop.owner.post('shifts/1/cash-sales/', { amount: 86_000 });
  await shop.owner.post('carts/', { name: 'Столик 4', lines: [{ name: 'Торт', price: 9000, quantity: 1 }] });
  await page.goto(new URL('/reports/close-day', shop.baseUrl).href);
  const agreed = page.getByRole('checkbox', {
    name: t('closing:cash.inTill', { sum: formatAmount(186_000) }),
  });
  // A cart that is set aside can be left with one key; then the cash is asked, then the button.
  await expect(page.getByRole('button', { name: t('common:words.leave') })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Enter');
  await expect(agreed).toBeFocused();
  expect(await closures()).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(agreed).toBeChecked();
  const done = page.getByRole('form', { name: t('closing:day.title') }).locator('button[type="submit"]');
  await expect(done).toBeFocused();

  // In the frame around the page the key closes no day; on a link of the page it does.
  await places(page).getByRole('link').first().focus();
  await page.evaluate(() =>
    document.activeElement?.addEventListener('click', (event) => event.preventDefault()),
  );
  await page.keyboard.press('Control+Enter');
  expect(await closures()).toEqual([]);
  await page.getByRole('link', { name: t('closing:day.details') }).focus();
  await page.keyboard.press('Control+Enter');
  await expect(done).toHaveCount(0);
  expect(await closures()).toMatchObject([{ version: 1, cash_taken: 86_000 }]);
});

test('a month is closed after one question; a month that goes on is not', async ({ page, shop, signIn }) => {
  await signIn('owner', '/reports/close-month');
  const form = page.getByRole('form', { name: t('closing:month.title') });
  await expect(form.getByRole('button')).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('closing:month.no'), exact: true }).click();
  await form.getByRole('button').click();
  await expect(form).toHaveCount(0);
  const { body } = await shop.owner.get<MonthClosurePage>('month-closures/');
  expect(body.results).toMatchObject([{ version: 1, closed_by: 'owner' }]);
  await page.getByRole('button', { name: t('month:next') }).click();
  await expect(form.getByRole('button')).toBeDisabled();
});

test('a shop that takes no cash sees none; both open QR are ended at once', async ({
  page,
  shop,
  signIn,
}) => {
  for (const amount of [20_850, 25_000]) await shop.createInvoice({ amount });
  await signIn('owner', '/reports/close-day');
  const form = page.getByRole('form', { name: t('closing:day.title') });
  await expect(form.getByText(formatAmount(45_850))).toBeVisible();
  // By its number where it has no name of its own.
  await expect(form.getByText(`№ 000001: ${formatAmount(20_850)}`)).toBeVisible();
  await expect(form.getByText(t('closing:figures.cash'), { exact: true })).toHaveCount(0);
  await form.getByRole('button', { name: t('closing:unfinished.cancelBoth') }).click();
  await expect(form.getByText(t('closing:unfinished.none'))).toBeVisible();
});

test('the summary is printed by itself once the day is closed, where this computer is told so', async ({
  page,
  signIn,
  shop,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = `${Number(document.body.dataset.printed ?? 0) + 1}`;
      dispatchEvent(new Event('afterprint'));
    };
  });
  await signIn('owner', '/settings/print');
  await page.getByRole('switch', { name: t('settings:printer.printsDay') }).press('Space');
  await page.goto(new URL('/reports/close-day', shop.baseUrl).href);
  await expect(page.getByText(t('closing:day.printed'))).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('body[data-printed="1"]')).toBeVisible();
  // A closed day that is opened later prints nothing.
  await page.reload();
  await expect(page.getByRole('button', { name: t('closing:day.lock') })).toBeVisible();
  await expect(page.locator('body[data-printed]')).toHaveCount(0);
});

test.describe('in the program’s window', () => {
  test.use({ isDesktop: true });

  test('the archive of a closed month goes into a chosen folder, from then on every month', async ({
    page,
    shop,
    desktop,
    signIn,
  }) => {
    await signIn('owner', '/reports/close-month');
    await page.getByRole('button', { name: t('closing:month.no'), exact: true }).click();
    await page
      .getByRole('form', { name: t('closing:month.title') })
      .getByRole('button')
      .click();
    // The first folder does not exist.
    await page.getByRole('button', { name: t('closing:month.folder') }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    const folder = join(shop.folder, 'cloud');
    mkdirSync(folder);
    desktop.asked.nextFolder = folder;
    await page.getByRole('button', { name: t('closing:month.folder') }).click();
    await expect(page.getByText(t('closing:month.folderIs', { path: folder }))).toBeVisible();
    await expect.poll(() => readdirSync(folder)).toEqual([expect.stringMatching(/^kramar-\d{4}-\d\d\.zip$/)]);
    await expectAccessibleInBoth(page);
    await saveScreenshot(page, 'month-folder');
    await page.getByRole('button', { name: t('closing:month.folderNone') }).click();
    await expect(page.getByRole('button', { name: t('closing:month.folder') })).toBeVisible();
  });
});
