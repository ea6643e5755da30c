import { PASSWORD } from '../helpers/shop.ts';
import { expectAccessible } from './helpers/axe.ts';
import {
  charge,
  closeMore,
  createButton,
  display,
  hear,
  onlyInvoice,
  open,
  openMore,
  outcome,
  products,
  qr,
  search,
  toPad,
} from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { hold } from './helpers/hold.ts';
import { places } from './helpers/live.ts';
import { containing, t } from './helpers/texts.ts';

/** From the sum to the QR as the cashier sees it, compared with the bank's own book. */

test('from the sign-in to the QR, and from paid to the next one, without the mouse', async ({
  page,
  shop,
}) => {
  await expect(page.getByLabel(t('common:signIn.username'))).toBeFocused();
  await page.keyboard.type('owner');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(places(page)).toBeVisible();
  await page.keyboard.press('F2');
  await expect(display(page)).toBeFocused();
  await page.keyboard.type('340,5');
  await expect(page.getByText(t('charge:amount.echo', { amount: '340,50 ₴' }))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(qr(page)).toHaveAccessibleName(t('charge:waiting.qr', { amount: '340,50 ₴' }));
  await expect(page).toHaveURL(/\/charge\?invoice=\d+$/);
  expect(onlyInvoice(shop)).toMatchObject({ amount: 34_050, status: 'created' });

  shop.bank.pay(onlyInvoice(shop).invoiceId);
  await hear(shop);
  await expect(outcome(page).getByRole('heading', { name: t('common:words.paid') })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(display(page)).toBeFocused();
  await expect(display(page)).toHaveValue('');
});

test('amounts as people write them; a refused amount is explained in words', async ({
  page,
  shop,
  signIn,
}) => {
  await open(page, signIn);
  // How they may be written: renderer/lib/money.test.ts.
  await display(page).fill('1 234,50 грн');
  await expect(createButton(page)).toContainText(t('charge:create.amount', { amount: '1 234,50 ₴' }));
  for (const [typed, message] of [
    ['', t('common:amount.empty')],
    ['1000000000', 'Сума має бути від'],
    ['1,234', t('common:amount.format')],
  ] as const) {
    await display(page).fill(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByText(message)).toBeVisible();
    await expect(display(page)).toBeFocused();
  }
  expect(shop.bank.invoices()).toEqual([]);

  await display(page).fill('');
  for (const key of ['3', '4', '9', t('charge:amount.back'), '0', t('charge:amount.comma'), '5'])
    await page.getByRole('button', { name: key, exact: true }).click();
  await expect(display(page)).toHaveValue('340,5');
  await page.getByRole('button', { name: t('charge:amount.clear') }).click();
  await expect(display(page)).toHaveValue('');

  await test.step('a double Enter and a double click create one invoice each', async () => {
    shop.bank.fault({ kind: 'delay', path: 'invoice/create', ms: 700, times: 2 });
    await display(page).fill('340');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect(qr(page)).toBeVisible();
    expect(shop.bank.invoices()).toHaveLength(1);

    await page.goBack();
    await display(page).fill('50');
    await createButton(page).dblclick();
    await expect(qr(page)).toHaveAccessibleName(/50,00/);
    expect(shop.bank.invoices()).toHaveLength(2);
    expect(shop.bank.requests.filter(({ path }) => path.endsWith('invoice/create'))).toHaveLength(2);
  });

  await test.step('the address of a missing invoice leads back', async () => {
    for (const id of ['999', 'abc']) {
      await page.goto(new URL(`/charge?invoice=${id}`, shop.baseUrl).href);
      await expect(places(page)).toBeVisible();
      await expect(
        page.getByRole('heading', { name: t('common:words.saleMissing') }).or(display(page)),
      ).toBeVisible();
    }
  });
});

test('lines from the catalog by keyboard, a free one, and the sum of the service', async ({
  page,
  shop,
  signIn,
}) => {
  await products(shop);
  await open(page, signIn);
  await page.keyboard.press('F3');
  await expect(search(page)).toBeFocused();
  // As a scanner does: the code and Enter at once, before any list is there.
  await page.keyboard.type('K-2');
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: t('charge:lines.label') });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(list.getByRole('textbox', { name: t('common:words.quantity') })).toHaveValue('2');

  await page.keyboard.type('ка');
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(2);

  // A sum becomes a line, which can be named.
  await page.keyboard.press('F2');
  await expect(display(page)).toBeFocused();
  await page.keyboard.type('60');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await list.getByRole('button', { name: t('charge:amount.line'), exact: true }).click();
  await list.getByRole('textbox', { name: t('common:words.name') }).fill('Доставка');
  await list
    .getByRole('textbox', { name: t('common:words.quantity') })
    .nth(1)
    .fill('1,5');
  await list.getByRole('button', { name: 'Кава', exact: true }).click();
  await list
    .getByRole('listitem')
    .nth(1)
    .getByRole('textbox', { name: t('charge:lines.discount') })
    .fill('12,5');
  // 2 × 85,50 + 1,5 × 75,00 × 0,875 = 98,4375 → 98,44, + 60,00
  await expect(createButton(page)).toContainText(t('charge:create.amount', { amount: '329,44 ₴' }));
  await page.keyboard.press('Control+Enter');
  await expect(qr(page)).toBeVisible();
  expect(onlyInvoice(shop).amount).toBe(32_944);
  const made = await shop.readInvoice(1);
  expect(made.items.map(({ name, quantity, discount_pct }) => [name, quantity, discount_pct])).toEqual([
    ['Капучино', 2, 0],
    ['Кава', 1.5, 12.5],
    ['Доставка', 1, 0],
  ]);

  await test.step('a product without a price is sold only along with another line', async () => {
    await page.keyboard.press('F2');
    await page.keyboard.press('F3');
    await search(page).fill('пакет');
    await page.getByRole('option', { name: containing(t('common:words.noPrice')) }).click();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/сума має бути більшою за нуль/)).toBeVisible();
    await search(page).fill('K-1');
    await page.getByRole('option', { name: /Кава/ }).click();
    await page.keyboard.press('Control+Enter');
    await expect(qr(page)).toHaveAccessibleName(/75,00/);
    expect(shop.bank.invoices().map(({ amount }) => amount)).toEqual([32_944, 7500]);
  });
});

test("a discount on the cart by F4, and the customer's e-mail under more", async ({ page, shop, signIn }) => {
  await products(shop);
  await open(page, signIn);
  await page.keyboard.press('F3');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('K-2');
  await page.keyboard.press('Enter');
  const lines = page.getByRole('list', { name: t('charge:lines.label') }).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  // Again at once, and the next product while the first is looked up: each Enter is kept.
  await page.keyboard.press('Enter');
  const size = page.getByRole('textbox', { name: t('charge:discount.give'), exact: true });
  const emails = page.getByRole('textbox', { name: t('charge:details.emails') });
  const found = await hold(page, /search=K-1/, 'GET');
  await page.keyboard.type('K-1');
  await page.keyboard.press('Enter');
  await found.arrived();
  await page.keyboard.press('F4');
  await expect(size).toBeFocused();
  found.release();
  await expect(lines).toHaveCount(2);
  await page.keyboard.type('100');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(t('charge:discount.faults.nothingLeft'))).toBeVisible();
  await expectAccessible(page);
  await size.fill('7,5');
  await page.keyboard.press('Enter');
  await openMore(page);
  await emails.fill('olena');
  await closeMore(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(t('charge:details.emailsFault'))).toBeVisible();
  await expectAccessible(page);
  expect(shop.bank.invoices()).toEqual([]);
  await emails.fill('olena@example.com');
  await closeMore(page);
  await expect(page.getByText(t('charge:chips.emails', { text: 'olena@example.com' }))).toBeVisible();
  // 2 × 85,50 + 75,00 = 246,00, less 18,45
  await expect(page.getByRole('button', { name: /7,5\s%.*−18,45/ })).toBeVisible();
  await expect(page.getByRole('status', { name: t('common:words.total') })).toHaveText('227,55 ₴');
  await expect(createButton(page)).toContainText(t('charge:create.amount', { amount: '227,55 ₴' }));
  await page.keyboard.press('Control+Enter');
  await expect(qr(page)).toBeVisible();
  expect(onlyInvoice(shop).amount).toBe(22_755);
  const sent = shop.bank.requests.find(({ path }) => path.endsWith('/invoice/create'));
  expect(sent?.body).toMatchObject({
    merchantPaymInfo: {
      discounts: [{ type: 'DISCOUNT', mode: 'VALUE', value: 18.45 }],
      customerEmails: ['olena@example.com'],
    },
  });

  // The next sale begins without them.
  await page.keyboard.press('F2');
  await openMore(page);
  await expect(emails).toHaveValue('');
  await closeMore(page);
  await page.keyboard.press('F4');
  await expect(size).toHaveValue('');
});

test('a shop without a terminal says how to add one', async ({ page, shop, signIn }) => {
  await shop.owner.send('DELETE', `terminals/${shop.terminal.id}/`);
  await signIn('owner', '/charge');
  await expect(page.getByRole('heading', { name: t('charge:noTerminal.title') })).toBeVisible();
  await expect(page.getByText(t('common:changeElsewhere'))).toBeVisible();
  await expect(page.getByText(/^npm run admin/)).toBeHidden();
  await expectAccessible(page);
});

test('terminal and register are remembered, and the register is named', async ({ page, shop, signIn }) => {
  await shop.owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  await open(page, signIn);
  const choose = async (name: string): Promise<void> => {
    await openMore(page);
    await page.getByRole('combobox', { name: t('common:place.register') }).click();
    await page.getByRole('option', { name, exact: true }).click();
    await closeMore(page);
  };
  await choose('ZRN1');
  await page.reload();
  await expect(page.getByText(t('charge:chips.register', { text: 'ZRN1' }))).toBeVisible();
  await toPad(page);
  await charge(page, '340');
  await expect(page.getByText(t('charge:waiting.register', { name: 'ZRN1' }))).toBeVisible();
  await page.goBack();
  await choose('ZRNF');
  await display(page).fill('50');
  await createButton(page).click();
  await expect(page.getByRole('alert')).toContainText(t('charge:refused.register'));
});

test('a shop without products types a sum, and is led to its first products', async ({ page, signIn }) => {
  await signIn('owner', '/charge');
  await expect(display(page)).toBeFocused();
  await page.keyboard.press('F2');
  await expect(page.getByText(t('charge:goods.none'))).toBeVisible();
  await page.getByRole('link', { name: t('charge:goods.import') }).click();
  await expect(page).toHaveURL(/\/catalog\/products\?import=true$/);
  await page.goBack();
  await page.getByRole('link', { name: t('charge:scan.add') }).click();
  await expect(page).toHaveURL(/\/catalog\/products\?open=new$/);
});

test('on a Mac the keys of the top row are shown as they are pressed there', async ({ page, signIn }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }));
  await signIn('owner', '/charge');
  await expect(page.getByText('fn F8', { exact: true })).toBeVisible();
  await expect(page.getByText('Enter', { exact: true })).toBeVisible();
});

test('an empty cart is refused in the colour of faults', async ({ page, shop, signIn }) => {
  await products(shop);
  await signIn('owner', '/charge');
  await expect(search(page)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const refusal = page.getByRole('alert').filter({ hasText: t('charge:lines.faults.none') });
  // The theme's --mantine-color-error, in the light scheme.
  await expect(refusal).toHaveCSS('color', 'rgb(180, 35, 24)');
});
