import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { bodiesOf, hold, report } from '../../helpers/api.ts';
import { expectAccessible } from '../../helpers/axe.ts';
import {
  cart,
  closeMore,
  createButton,
  dialog,
  display,
  lines,
  loseFocus,
  openCharge,
  openMore,
  qr,
  quantity,
  search,
  tile,
  tiles,
  total,
} from '../../helpers/charge.ts';
import { productOf, serveCounter } from '../../helpers/counter.ts';
import { press, scan, type } from '../../helpers/keys.ts';
import { OWNER } from '../../helpers/screen.tsx';
import { containing, t } from '../../helpers/texts.ts';

/** The lines of a sale: by keyboard, by the search, with discounts and prices that change. */

const made = () => bodiesOf('POST invoices/');
const catalog = () => [
  productOf(1, 'Кава', 7500, { article: 'K-1' }),
  productOf(2, 'Капучино', 8550, { article: 'K-2' }),
  productOf(3, 'Пакет', 0, { article: 'P-1' }),
];
const openCarts = (count: number) =>
  page.getByRole('button', { name: new RegExp(t('charge:carts.openCount', { count })) });

test('lines from the catalog by keyboard, a free one, and their sum', async () => {
  serveCounter({ products: catalog() });
  await openCharge();
  await press('F3');
  await expect.element(search).toHaveFocus();
  // As a scanner does: the code and Enter at once, before any list is there.
  await scan('K-2\n');
  await expect.element(lines).toHaveLength(1);
  await press('Enter');
  await expect.element(quantity).toHaveValue('2');

  await type('ка');
  await expect.element(page.getByRole('option')).toHaveLength(2);
  await press('ArrowDown ArrowUp Enter');
  await expect.element(lines).toHaveLength(2);

  // A sum becomes a line, which can be named.
  await press('F2');
  await expect.element(display).toHaveFocus();
  await type('60');
  await press('Enter');
  await expect.element(lines).toHaveLength(3);
  await cart.getByRole('button', { name: t('charge:amount.line'), exact: true }).click();
  await cart.getByRole('textbox', { name: t('common:words.name') }).fill('Доставка');
  await quantity.nth(1).fill('1,5');
  await cart.getByRole('button', { name: 'Кава', exact: true }).click();
  await lines
    .nth(1)
    .getByRole('textbox', { name: t('charge:lines.discount') })
    .fill('12,5');
  // 2 × 85,50 + 1,5 × 75,00 × 0,875 = 98,4375 → 98,44, + 60,00
  await expect.element(createButton).toMatchTextContent(t('charge:create.amount', { amount: '329,44 ₴' }));
  await press('Control+Enter');
  await expect.element(qr).toBeVisible();
  expect(made()).toMatchObject([
    {
      items: [
        { name: 'Капучино', quantity: '2', price: 8550 },
        { name: 'Кава', quantity: '1.5', price: 7500, discount_pct: '12.5' },
        { name: 'Доставка', quantity: '1', price: 6000 },
      ],
    },
  ]);
});

test('a product without a price is sold only along with another line', async () => {
  serveCounter({ products: catalog() });
  await openCharge();
  await press('F3');
  await search.fill('пакет');
  await page.getByRole('option', { name: containing(t('common:words.noPrice')) }).click();
  await press('Control+Enter');
  await expect.element(page.getByText(/сума має бути більшою за нуль/)).toBeVisible();
  await search.fill('K-1');
  await page.getByRole('option', { name: /Кава/ }).click();
  await press('Control+Enter');
  await expect.element(qr).toHaveAccessibleName(/75,00/);
  expect(made()).toMatchObject([{ items: [{ price: 0 }, { price: 7500 }] }]);
});

test("a discount on the cart by F4, and the customer's e-mail under more", async () => {
  serveCounter({ products: catalog() });
  await openCharge();
  await press('F3');
  await expect.element(search).toHaveFocus();
  await scan('K-2\n');
  await expect.element(lines).toHaveLength(1);
  // Again at once, and the next product while the first is looked up: each Enter is kept.
  await press('Enter');
  const size = page.getByRole('textbox', { name: t('charge:discount.give'), exact: true });
  const emails = page.getByRole('textbox', { name: t('charge:details.emails') });
  const found = hold('GET catalog/tiles/', (sent) => sent.search.get('search') === 'K-1');
  await type('K-1');
  await press('Enter');
  await expect.poll(found.count).toBeGreaterThan(0);
  await press('F4');
  await expect.element(size).toHaveFocus();
  found.release();
  await expect.element(lines).toHaveLength(2);
  await type('100');
  await press('Control+Enter');
  await expect.element(page.getByText(t('charge:discount.faults.nothingLeft'))).toBeVisible();
  await expectAccessible();
  await size.fill('7,5');
  await press('Enter');
  await openMore();
  await emails.fill('olena');
  await closeMore();
  await press('Control+Enter');
  await expect.element(page.getByText(t('charge:details.emailsFault'))).toBeVisible();
  await expectAccessible();
  expect(made()).toEqual([]);
  await emails.fill('olena@example.com');
  await closeMore();
  await expect.element(page.getByText(t('charge:chips.emails', { text: 'olena@example.com' }))).toBeVisible();
  // 2 × 85,50 + 75,00 = 246,00, less 18,45
  await expect.element(page.getByRole('button', { name: /7,5\s%.*−18,45/ })).toBeVisible();
  await expect.element(total).toHaveTextContent('227,55 ₴');
  await expect.element(createButton).toMatchTextContent(t('charge:create.amount', { amount: '227,55 ₴' }));
  await press('Control+Enter');
  await expect.element(qr).toBeVisible();
  // The service takes 7.5 % of it: test/http/requests-to-the-bank.test.ts.
  expect(made()).toMatchObject([{ discounts: [{ percent: '7.5' }], customer_emails: ['olena@example.com'] }]);

  // The next sale begins without them.
  await page.getByRole('button', { name: t('charge:newInvoice') }).click();
  await openMore();
  await expect.element(emails).toHaveValue('');
  await closeMore();
  await press('F4');
  await expect.element(size).toHaveValue('');
});

test('the button that removes a line covers nothing of its sum', async () => {
  serveCounter({ products: catalog() });
  await openCharge();
  await tiles.first().click();
  await lines.first().hover();
  const line = lines.first().element();
  const remove = [...line.querySelectorAll('button')].at(-1)?.getBoundingClientRect();
  const sum = line.querySelector(':scope > .figures')?.getBoundingClientRect();
  expect(sum?.width).toBeGreaterThan(0);
  expect(remove?.x).toBeGreaterThanOrEqual(sum?.right ?? 0);
});

test('the cart by keyboard', async () => {
  serveCounter({ products: [...catalog(), productOf(4, 'Чай', 4000), productOf(5, 'Торт', 9000)] });
  await openCharge();
  for (const at of [0, 1, 2]) await tiles.nth(at).click();
  loseFocus();
  await press('ArrowUp');
  await expect.element(quantity.nth(2)).toHaveFocus();
  await press('ArrowUp +');
  await expect.element(quantity.nth(1)).toHaveValue('2');
  await press('- ArrowDown 4');
  await expect.element(quantity.nth(2)).toHaveValue('4');
  await press('ArrowUp Delete');
  await expect.element(lines).toHaveLength(2);
  // Escape empties no cart.
  await press('Escape Escape');
  await expect.element(lines).toHaveLength(2);
  await press('F4');
  await type('10');
  await press('Enter');
  await expect.element(page.getByRole('button', { name: /10\s%/ })).toBeVisible();
  // Put aside with two keys, and taken back in exchange for another.
  await press('F8');
  await expect.element(page.getByRole('textbox', { name: t('common:words.name') })).toHaveFocus();
  await press('Enter');
  await expect.element(lines).toHaveLength(0);
  await tiles.nth(4).click();
  await openCarts(1).click();
  await dialog.getByRole('button', { name: /^Узяти: Кошик/ }).click();
  await expect.element(lines).toHaveLength(2);
  await expect.element(openCarts(1)).toBeVisible();
});

test('a change of price by another computer is asked about before the sale; the old one may be kept', async () => {
  const products = [productOf(1, 'Кава', 7500, { is_favorite: true })];
  const callout = page.getByRole('alert').filter({ hasText: t('charge:prices.title') });
  serveCounter({ products });
  await openCharge();
  await tile('Кава').click();
  products.splice(0, 1, productOf(1, 'Кава', 9000, { is_favorite: true }));
  report('catalog.changed');
  // The tile and the line show it at once, and not only with the next poll.
  await expect.element(tile('Кава')).toMatchTextContent('90,00');
  await expect.element(cart).toMatchTextContent('Тепер 90,00');
  await createButton.click();
  await expect.element(callout).toMatchTextContent('75,00');
  await expect.element(callout).toMatchTextContent('90,00');
  expect(made()).toEqual([]);
  await page.getByRole('button', { name: t('charge:prices.keep') }).click();
  await expect.element(callout).not.toBeInTheDocument();
  await createButton.click();
  await expect.element(qr).toBeVisible();
  expect(made()).toMatchObject([{ items: [{ price: 7500 }] }]);
});

test('without the right to type prices there are tiles and quantities, and the new price alone', async () => {
  const products = [productOf(1, 'Кава', 7500, { is_favorite: true })];
  serveCounter({ products });
  await openCharge({ ...OWNER, username: 'kasyr', is_owner: false, catalog_prices_only: true });
  await expect.element(search).toBeVisible();
  await press('F2');
  await expect.element(display).not.toBeInTheDocument();
  await expect.element(page.getByText(t('common:words.amount'), { exact: true })).not.toBeInTheDocument();
  await tile('Кава').click();
  await expect
    .element(page.getByRole('textbox', { name: t('charge:lines.discount') }))
    .not.toBeInTheDocument();
  // The owner changes the price while the line is there.
  products.splice(0, 1, productOf(1, 'Кава', 8000, { is_favorite: true }));
  await createButton.click();
  await expect.element(page.getByText(t('charge:prices.title'))).toBeVisible();
  expect(made()).toEqual([]);
  await expect.element(page.getByRole('button', { name: t('charge:prices.keep') })).not.toBeInTheDocument();
  await page.getByRole('button', { name: t('charge:prices.use') }).click();
  await createButton.click();
  await expect.element(qr).toBeVisible();
  expect(made()).toMatchObject([{ items: [{ price: 8000 }] }]);
});

test('Enter in a dialog of the sale charges nothing', async () => {
  const carts = serveCounter({ products: catalog() });
  await openCharge();
  await press('F3');
  await tile('Кава').click();
  await press('F8');
  const park = page.getByRole('dialog', { name: t('charge:carts.parkTitle') });
  await expect.element(park.getByRole('textbox', { name: t('common:words.name') })).toHaveFocus();
  await press('Enter');
  await expect.element(park).not.toBeInTheDocument();
  await expect.element(lines).toHaveLength(0);
  expect(carts).toHaveLength(1);
  expect(made()).toEqual([]);
});
