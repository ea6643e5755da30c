import { changeSetting } from '../../main/shop/settings.ts';
import type { DayCash, ShiftPage } from '../../shared/api/shifts.ts';
import { formatAmount } from '../../shared/money.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, test } from './helpers/fixtures.ts';
import { containing, t } from './helpers/texts.ts';

test('a shift: opened, two cash sales, one voided, closed with a difference, printed, in the history and in the day summary', async ({
  page,
  shop,
  signIn,
}) => {
  test.setTimeout(90_000);
  // Cash is counted unseen where there are two people.
  await shop.employee('olena', ['can_create_invoices']);
  changeSetting(shop.console.db, shop.folder, 'shop_name', 'Кав’ярня на розі');
  await signIn('owner', '/shift');
  await expect(page).toHaveURL(/\/shift$/);
  await expect(page.getByRole('form', { name: t('shift:open.title') })).toBeVisible();
  await expectAccessible(page);

  // An amount that is none is explained; then the shift opens.
  const opening = page.getByRole('form', { name: t('shift:open.title') });
  await opening.getByLabel(t('shift:facts.counted')).fill('12 34');
  await opening.getByRole('button', { name: t('shift:open.title') }).click();
  await expect(opening.getByText(t('common:amount.format'))).toBeVisible();
  await opening.getByLabel(t('shift:facts.counted')).fill('500');
  await opening.getByLabel(t('common:words.remark')).fill('Розмін');
  await opening.getByRole('button', { name: t('shift:open.title') }).click();
  await expect(page.getByText(t('shift:current.title'))).toBeVisible();
  await expect(page.getByText(t('shift:sales.none'))).toBeVisible();

  // Cash sales, one after another.
  const sale = page.getByRole('form', { name: t('shift:sale.label') });
  const sales = page.getByRole('table', { name: t('shift:sales.label') });
  const enter = async (amount: string, remark: string) => {
    await sale.getByLabel(t('common:words.amountUah')).fill(amount);
    await sale.getByLabel(t('common:words.remark')).fill(remark);
    await page.keyboard.press('Enter');
    await expect(sales.getByRole('row', { name: containing(remark) })).toBeVisible();
    await expect(sale.getByLabel(t('common:words.amountUah'))).toBeFocused();
    await expect(sale.getByLabel(t('common:words.amountUah'))).toHaveValue('');
  };
  await enter('81', 'Дві кави');
  await enter('9990', 'Зайвий нуль');
  await sales
    .getByRole('row', { name: containing('Зайвий нуль') })
    .getByRole('button')
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('common:void.confirm') }).click();
  await expect(dialog.getByText(t('common:void.blank'))).toBeVisible();
  await dialog.getByLabel(t('common:words.reason')).fill('Помилка касира');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: t('common:void.confirm') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sales.getByRole('row', { name: containing('Помилка касира') })).toBeVisible();
  await enter('300', 'Торт');
  await expectAccessible(page);

  // A supplier is paid from the till; more than there is cannot be taken out.
  await page.getByRole('button', { name: t('shift:move.out') }).click();
  await dialog.getByLabel(t('common:words.amountUah')).fill('1000');
  await dialog.getByLabel(t('shift:move.reason')).fill('Постачальник');
  await dialog.getByRole('button', { name: t('shift:move.out') }).click();
  await expect(dialog.getByRole('alert')).toHaveText(t('shift:refused.moreThanTill'));
  await expectAccessible(page);
  await dialog.getByLabel(t('common:words.amountUah')).fill('50');
  await dialog.getByRole('button', { name: t('shift:move.out') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('table', { name: t('shift:move.label') })).toContainText('Постачальник');

  // The count is blind: what is expected is not on the screen before it. It differs, and is repeated once.
  const expected = formatAmount(83_100);
  await page.getByRole('button', { name: t('shift:close.title') }).click();
  const counting = page.getByRole('form', { name: t('shift:close.title') });
  await expect(counting.getByLabel(t('shift:close.question'))).toBeFocused();
  await expect(page.getByText(expected)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.type('800');
  await page.keyboard.press('Enter');
  await expect(counting.getByRole('alert')).toHaveText(t('shift:close.differs'));
  await page.keyboard.type('801');
  await expect(counting.getByLabel(t('shift:close.question'))).toHaveValue('801');
  await counting.getByLabel(t('common:words.cashRemark')).fill('Бракує решти');
  await counting.getByRole('button', { name: t('shift:count.byNotes') }).click();
  await counting.getByLabel('500,00').fill('1');
  await counting.getByLabel('100,00').fill('3');
  await counting.getByLabel('10,00', { exact: true }).fill('2');
  await counting.getByLabel('5,00', { exact: true }).fill('1');
  await counting.getByLabel('0,50').fill('1');
  await expect(counting.getByLabel(t('shift:close.question'))).toHaveValue('825,50');
  await expect(page.getByText(expected)).toHaveCount(0);
  await expectAccessible(page);
  await counting
    .getByRole('button', { name: t('shift:close.counted', { sum: formatAmount(82_550) }) })
    .click();
  await expect(page.getByRole('heading', { name: t('shift:closed.title') })).toBeVisible();
  const missing = t('shift:difference.missing', { sum: formatAmount(550) });
  await expect(page.getByRole('status').filter({ hasText: missing })).toHaveAttribute('data-tone', 'failed');
  const { body } = await shop.owner.get<ShiftPage>('shifts/');
  expect(body.results).toMatchObject([{ expected_cash: 83_100, closing_cash: 82_550, difference: -550 }]);

  // Paper.
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await page.keyboard.press('Control+p');
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('[data-print-sheet="a4"]');
  const onPaper = [
    'Кав’ярня на розі',
    expected,
    formatAmount(82_550),
    missing,
    'owner',
    'Розмін',
    'Бракує решти',
  ];
  for (const text of onPaper) await expect(sheet).toContainText(text);
  await page.emulateMedia({ media: null });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);

  // Its details.
  await page.goto(new URL('/shift?open=1', shop.baseUrl).href);
  const details = page.getByRole('complementary', { name: t('shift:sheet.title', { number: 1 }) });
  await expect(details).toContainText(missing);
  await expect(details).toContainText('Торт');
  await expectAccessible(page);
  await page.getByRole('button', { name: t('shift:details.close') }).click();
  await expect(details).toHaveCount(0);

  // The day summary has cards and cash apart.
  await page.goto(new URL('/reports/day', shop.baseUrl).href);
  const cash = page.getByRole('region', { name: t('reports:cash.title') });
  await expect(cash).toContainText(`${formatAmount(38_100)} (2)`);
  await expect(cash).toContainText(t('reports:cash.shift', { number: 1 }));
  await expect(cash).toContainText('Бракує решти');
  await expectAccessible(page);
  const day = await shop.owner.get<DayCash>('stats/day-cash/');
  expect(day.body).toMatchObject({ sales: 38_100, sale_count: 2, shifts: [{ id: 1 }] });
});

test('a cart that is set aside is taken from the closing of a shift', async ({ page, shop, signIn }) => {
  const olena = await shop.employee('olena', ['can_create_invoices', 'can_view_invoices']);
  await olena.post('shifts/', { opening_cash: 5000 });
  const lines = [{ name: 'Кава', price: 7500, quantity: 1 }];
  await olena.post('carts/', { name: 'Столик 4', lines });
  await signIn('olena', '/shift?close=true');
  await page.getByRole('button', { name: t('common:words.take'), exact: true }).click();
  const list = page.getByRole('dialog', { name: t('charge:carts.title') });
  await list.getByRole('button', { name: t('charge:carts.takeNamed', { name: 'Столик 4' }) }).click();
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL(/\/charge$/);
  await expect(page.getByRole('list', { name: t('charge:lines.label') })).toContainText('Кава');
});
