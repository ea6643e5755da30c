import type { Page } from '@playwright/test';
import type { System } from '../../shared/api/system.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';
import { isLive } from './helpers/live.ts';
import { containing, t } from './helpers/texts.ts';

/** What the owner sets, in the program's own window: every change is seen to take effect where it should. */

const SECTIONS = {
  shop: t('settings:sections.shop'),
  bank: t('settings:sections.bank'),
  counter: t('settings:sections.counter'),
  print: t('settings:sections.print'),
  backup: t('settings:sections.backup'),
  computer: t('settings:sections.computer'),
  till: t('settings:sections.till'),
};

const sections = (page: Page) => page.getByRole('navigation', { name: t('settings:list') });
const openSection = async (page: Page, name: keyof typeof SECTIONS) => {
  if (!page.url().includes('/settings')) await page.keyboard.press('Alt+5');
  await sections(page).getByRole('link', { name: SECTIONS[name] }).click();
  await expect(page).toHaveURL(new RegExp(`/settings/${name}$`));
};
const form = (page: Page, name: string) => page.getByRole('form', { name });
const field = (page: Page, name: string) => form(page, name).getByRole('textbox', { name });
const saved = (page: Page, name: string) =>
  expect(form(page, name).getByRole('status')).toContainText(t('common:saved'));

test.describe('in the program’s window', () => {
  test.use({ isDesktop: true });

  test('saved carts and the customer screen are turned off; a cart that is saved already stays until it is resumed', async ({
    page,
    shop,
    signIn,
  }) => {
    await shop.owner.post('carts/', {
      name: 'Столик 4',
      lines: [{ name: 'Торт', price: 9000, quantity: 1 }],
    });
    await signIn('owner', '/charge');
    const screenButton = page.getByRole('button', { name: t('customer:title') });
    await expect(screenButton).toBeVisible();
    for (const name of ['held_carts', 'customer_screen'] as const) {
      await openSection(page, 'counter');
      const label = t(`settings:fields.label.${name}`);
      await form(page, label).getByText(t('settings:refunds.no'), { exact: true }).click();
      await saved(page, label);
    }
    await page.keyboard.press('F2');
    const left = page.getByRole('button', { name: containing(t('charge:carts.openCount', { count: 1 })) });
    await expect(left).toBeVisible();
    await expect(screenButton).toHaveCount(0);
    await left.click();
    await page.getByRole('button', { name: t('charge:carts.takeNamed', { name: 'Столик 4' }) }).click();
    await expect(page.getByRole('list', { name: t('charge:lines.label') })).toContainText('Торт');
    await expect(page.getByRole('button', { name: containing(t('charge:carts.open')) })).toHaveCount(0);
    await page.keyboard.press('F8');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('екран покупця');
    await expect(page.getByRole('option').first()).toBeVisible();
    const title = new RegExp(`^${t('search:title.customerScreen')}`);
    await expect(page.getByRole('option', { name: title })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('the shop’s name and purpose take effect at once: in the header, at the bank', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn('owner', '/settings/shop');
    await field(page, t('settings:fields.label.shop_name')).fill('Кав’ярня на розі');
    await page.keyboard.press('Enter');
    await saved(page, t('settings:fields.label.shop_name'));
    await expect(page.getByRole('banner')).toContainText('Кав’ярня на розі');

    await field(page, t('settings:fields.label.default_destination')).fill('  За каву й тістечка ');
    // Leaving the field saves it: there is no button for it.
    await field(page, t('settings:fields.label.shop_name')).focus();
    await saved(page, t('settings:fields.label.default_destination'));
    const { destination, invoice_id } = await shop.createInvoice();
    expect(destination).toBe('За каву й тістечка');
    expect(shop.bank.invoices().map((each) => each.invoiceId)).toContain(invoice_id);

    await test.step('by keyboard alone: to a section, a value, saved', async () => {
      await page.keyboard.press('Alt+1');
      await expect(page).toHaveURL(/today/);
      await page.keyboard.press('Alt+5');
      const list = sections(page).getByRole('link');
      await expect(list).toHaveCount(8);
      await list.first().focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(
        page.getByRole('heading', { name: t('settings:counter.title'), exact: true }),
      ).toBeVisible();
      await expect(list.nth(1)).toHaveAttribute('aria-current', 'page');
      await list.first().focus();
      await page.keyboard.press('Enter');
      await expect(field(page, t('settings:fields.label.shop_name'))).toBeVisible();
      while (
        !(await field(page, t('settings:fields.label.shop_name')).evaluate(
          (it) => it === document.activeElement,
        ))
      )
        await page.keyboard.press('Tab');
      await page.keyboard.type('Крамничка');
      await page.keyboard.press('Enter');
      await saved(page, t('settings:fields.label.shop_name'));
    });
  });

  test('a time zone takes effect after the restart that is offered; the session continues', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn('owner', '/settings/shop');
    const zone = page.getByRole('combobox', { name: t('settings:fields.label.time_zone') });
    await zone.fill('варшава');
    await expect(page.getByText(t('settings:shop.noZone'))).toBeVisible();
    await zone.fill('warsaw');
    await page.getByRole('option', { name: 'Europe/Warsaw' }).click();
    await expect(page.getByText(t('settings:restart.title', { zone: 'Europe/Kyiv' }))).toBeVisible();
    expect((await shop.owner.get<System>('system/')).body.time_zone).toBe('Europe/Kyiv');
    await page.getByRole('button', { name: t('settings:restart.now') }).click();
    await expect(page.getByText(t('settings:restart.title', { zone: 'Europe/Kyiv' }))).toBeHidden();
    expect((await shop.owner.get<System>('system/')).body.time_zone).toBe('Europe/Warsaw');
    await isLive(page);
    await expect(page.getByRole('heading', { name: t('common:places.settings') })).toBeVisible();
  });

  test('an address for the bank’s messages goes to the bank with a sale', async ({
    page,
    shop,
    desktop,
    signIn,
  }) => {
    await signIn('owner', '/settings/till');
    const name = t('settings:fields.label.webhook_address');
    await field(page, name).fill('https://shop.example.com/');
    await page.keyboard.press('Enter');
    await saved(page, name);
    await expect(field(page, name)).toHaveValue('https://shop.example.com');
    await shop.createInvoice();
    const request = shop.bank.requests.filter(({ path }) => path.includes('invoice/create')).at(-1);
    expect(JSON.stringify(request)).toContain('https://shop.example.com/webhooks/bank/');

    await test.step('the base address is copied, and the reference opens outside the window', async () => {
      await openSection(page, 'till');
      await page.getByRole('button', { name: t('common:copyText', { text: shop.baseUrl }) }).click();
      await expect(page.getByText(t('common:copied'))).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shop.baseUrl);
      await page.getByRole('link', { name: t('till:reference.openDocs') }).click();
      await expect.poll(() => desktop.asked.addresses).toEqual([new URL('/docs/', shop.baseUrl).href]);
      expect(page.context().pages()).toHaveLength(1);
    });
  });

  test('what the program sends while the texts are still loading is not lost', async ({
    page,
    desktop,
    language,
  }) => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/texts-.*-common/, async (route) => {
      await isReleased;
      await route.continue();
    });
    // The page counts as loaded before its texts are there, and the program sends from then on.
    await page.reload({ waitUntil: 'load' });
    await desktop.send({ type: 'go', path: '/settings/computer' });
    release();
    await fillSignIn(page, language, 'owner');
    await expect(page.getByRole('heading', { name: t('settings:update.title') })).toBeVisible();

    await test.step('it locks the window, and leads it to a section, after the sign-in too', async () => {
      await desktop.send({ type: 'go', path: '//elsewhere.example.com' });
      await desktop.send({ type: 'lock' });
      await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
      await desktop.send({ type: 'go', path: '/terminals' });
      await page.getByRole('textbox', { name: t('common:signIn.password') }).fill('correct horse');
      await page.keyboard.press('Enter');
      // An old address, which leads to the new one.
      await expect(page).toHaveURL(/\/settings\/bank$/);
    });
  });
});

test('in a browser that is not the window the settings are read, and it says where they are changed', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  for (const [name, texts] of [
    ['shop', [t('settings:fields.label.seller_iban')]],
    ['counter', [t('settings:counter.title'), t('settings:refunds.title')]],
    ['print', [t('settings:escpos.title')]],
    ['bank', [t('terminals:facts.never')]],
    ['backup', [t('backups:elsewhere'), t('copies:elsewhere')]],
    ['computer', [t('settings:looks.title'), t('settings:switches.label.sound'), '0.1.0']],
    ['till', [shop.baseUrl, t('settings:webhook.title')]],
  ] as const) {
    await openSection(page, name);
    await expect(page.getByText(t('common:changeElsewhere'))).toBeVisible();
    await expect(page.getByText('npm run').filter({ visible: true })).toHaveCount(0);
    for (const text of texts) await expect(page.locator('#content')).toContainText(text);
  }
  await openSection(page, 'shop');
  const purpose = page.getByRole('textbox', { name: t('settings:fields.label.default_destination') });
  await expect(purpose).toHaveValue('Оплата товарів і послуг');
  await expect(purpose).toBeDisabled();
});

test('a user who is not the owner is not led there, and does not get in', async ({ page, shop, signIn }) => {
  await shop.employee('oksana', ['can_view_invoices']);
  await signIn('oksana');
  await expect(page.getByRole('link', { name: containing(t('common:places.settings')) })).toHaveCount(0);
  await page.goto(new URL('/settings/backup', shop.baseUrl).href);
  await expect(page.getByRole('heading', { name: t('common:noPermission.title') })).toBeVisible();
  // The settings of this window stay available in the account's menu.
  await page.getByRole('button', { name: t('common:account.menu', { name: 'oksana' }) }).click();
  await expect(page.getByRole('combobox', { name: t('common:account.lockAfter') })).toBeVisible();
});
