import type { Page } from '@playwright/test';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { System } from '../../shared/api/system.ts';
import { expectAccessible } from './helpers/axe.ts';
import { expect, fillSignIn, test } from './helpers/fixtures.ts';

/** What the owner sets, in the program's own window: every change is seen to hold where it is meant to. */

const SECTIONS = {
  shop: 'Крамниця',
  bank: 'Банк',
  security: 'Безпека',
  backup: 'Резервні копії',
  computer: 'Цей комп’ютер',
  till: 'Для вашої каси',
  about: 'Про програму',
};

const sections = (page: Page) => page.getByRole('navigation', { name: 'Розділи налаштувань' });
const openSection = async (page: Page, name: keyof typeof SECTIONS) => {
  if (!page.url().includes('/settings')) await page.keyboard.press('Alt+7');
  await sections(page).getByRole('link', { name: SECTIONS[name] }).click();
  await expect(page).toHaveURL(new RegExp(`/settings/${name}$`));
};
const form = (page: Page, name: string) => page.getByRole('form', { name });
const field = (page: Page, name: string) => form(page, name).getByRole('textbox', { name });
const save = (page: Page, name: string) =>
  form(page, name).getByRole('button', { name: 'Зберегти', exact: true });
const saved = (page: Page, name: string) =>
  expect(form(page, name).getByRole('status')).toContainText('Збережено');

test.describe('in the program’s window', () => {
  test.use({ isDesktop: true });

  test('the shop’s name and purpose hold at once: in the header, at the bank', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn();
    await openSection(page, 'shop');
    await field(page, 'Назва крамниці').fill('Кав’ярня на розі');
    await page.keyboard.press('Enter');
    await saved(page, 'Назва крамниці');
    await expect(page.getByRole('banner')).toContainText('Кав’ярня на розі');

    await field(page, 'Призначення платежу').fill('  За каву й тістечка ');
    await save(page, 'Призначення платежу').click();
    await saved(page, 'Призначення платежу');
    const { destination, invoice_id } = await shop.createInvoice();
    expect(destination).toBe('За каву й тістечка');
    expect(shop.bank.invoices().map((each) => each.invoiceId)).toContain(invoice_id);

    await form(page, 'Призначення платежу').getByRole('button', { name: 'Повернути типове' }).click();
    await saved(page, 'Призначення платежу');
    await expect(field(page, 'Призначення платежу')).toHaveValue('Оплата товарів і послуг');
    const { body } = await shop.owner.post<Invoice>('invoices/', { terminal: shop.terminal.id, amount: 100 });
    expect(body.destination).toBe('Оплата товарів і послуг');
  });

  test('what was typed survives other sections and other places; what is too long is said', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await openSection(page, 'shop');
    const purpose = field(page, 'Призначення платежу');
    await purpose.fill('я'.repeat(281));
    await expect(form(page, 'Призначення платежу')).toContainText('281 з 280');
    await expect(form(page, 'Призначення платежу').getByRole('alert')).toContainText(
      'Задовго: щонайбільше символів 280.',
    );
    await expect(save(page, 'Призначення платежу')).toBeDisabled();
    await purpose.fill('За каву');
    await openSection(page, 'bank');
    await page.keyboard.press('Alt+1');
    await expect(page).toHaveURL(/today/);
    await openSection(page, 'shop');
    await expect(purpose).toHaveValue('За каву');
    await expect(form(page, 'Призначення платежу')).toContainText('Ще не збережено');
    await form(page, 'Призначення платежу').getByRole('button', { name: 'Відкинути зміни' }).click();
    await expect(purpose).toHaveValue('Оплата товарів і послуг');
  });

  test('a time zone holds after the restart that is offered; the session goes on', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn();
    await openSection(page, 'shop');
    const zone = page.getByRole('combobox', { name: 'Часовий пояс' });
    await zone.fill('варшава');
    await expect(page.getByText('Такого поясу немає')).toBeVisible();
    await zone.fill('warsaw');
    await page.getByRole('option', { name: 'Europe/Warsaw' }).click();
    await save(page, 'Часовий пояс').click();
    await expect(page.getByText('Поки що діє Europe/Kyiv.')).toBeVisible();
    expect((await shop.owner.get<System>('system/')).body.time_zone).toBe('Europe/Kyiv');
    await page.getByRole('button', { name: 'Перезапустити зараз' }).click();
    await expect(page.getByText('Поки що діє Europe/Kyiv.')).toBeHidden();
    expect((await shop.owner.get<System>('system/')).body.time_zone).toBe('Europe/Warsaw');
    await expect(page.getByText('Зв’язок є')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Налаштування' })).toBeVisible();
  });

  test('an address for the bank’s messages is taken, and a bad one refused in words', async ({
    page,
    shop,
    signIn,
  }) => {
    await signIn();
    await openSection(page, 'bank');
    const name = 'Адреса для повідомлень банку';
    for (const [typed, told] of [
      ['крамниця', 'вона має починатися з https://'],
      ['http://shop.example.com', 'Потрібна https://'],
      ['https://olena:secret@shop.example.com', 'ім’я користувача чи пароль'],
      ['https://shop.example.com/?a=1', 'є «?» або «#»'],
    ] as const) {
      await field(page, name).fill(typed);
      await page.keyboard.press('Enter');
      await expect(form(page, name).getByRole('alert')).toContainText(told);
      await expect(field(page, name)).toHaveValue(typed);
    }
    await expectAccessible(page);
    await field(page, name).fill('https://shop.example.com/');
    await page.keyboard.press('Enter');
    await saved(page, name);
    await expect(field(page, name)).toHaveValue('https://shop.example.com');
    await shop.createInvoice();
    const told = shop.bank.requests.filter(({ path }) => path.includes('invoice/create')).at(-1);
    expect(JSON.stringify(told)).toContain('https://shop.example.com/webhooks/bank/');
    await page.getByRole('link', { name: 'Оновити в «Терміналах»' }).click();
    await expect(page).toHaveURL(/terminals$/);
  });

  test('this computer’s switches hold, its folders open, and the window’s own are kept here', async ({
    page,
    desktop,
    shop,
    signIn,
  }) => {
    await signIn();
    await openSection(page, 'computer');
    for (const name of ['Запускати разом із системою', 'Закривати до лотка', 'Сповіщення про оплати']) {
      const toggle = page.getByRole('switch', { name });
      const was = await toggle.isChecked();
      // Its look is what is clicked; the input beneath is Mantine's.
      await toggle.focus();
      await page.keyboard.press('Space');
      await expect(toggle).toBeChecked({ checked: !was });
    }
    await expect(page.getByRole('switch', { name: 'Звук сповіщень' })).toBeDisabled();
    await page.getByRole('button', { name: 'Відкрити теку даних' }).click();
    await expect.poll(() => desktop.asked.opened).toEqual([shop.config.dataDir]);
    await page.getByRole('switch', { name: 'Звук оплати у вікні' }).focus();
    await page.keyboard.press('Space');
    await openSection(page, 'security');
    await page.getByRole('combobox', { name: 'Блокувати екран після' }).click();
    await page.getByRole('option', { name: '30 хвилин' }).click();
    const kept = await page.evaluate(() => localStorage.getItem('kramar.preferences'));
    expect(JSON.parse(kept ?? '{}')).toMatchObject({ sound: true, lockAfter: 30 });
    await page.reload();
    await openSection(page, 'computer');
    await expect(page.getByRole('switch', { name: 'Закривати до лотка' })).not.toBeChecked();
  });

  test('the language is told to the program at the start and with each change', async ({
    page,
    desktop,
    signIn,
  }) => {
    await signIn();
    await openSection(page, 'shop');
    await page.getByText('English', { exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await expect.poll(() => desktop.asked.languages).toEqual(['uk', 'en']);
  });

  test('an update is looked for, downloaded and installed, but not while somebody may pay', async ({
    page,
    desktop,
    shop,
    signIn,
  }) => {
    const invoice = await shop.createInvoice();
    await signIn();
    await openSection(page, 'about');
    await page.getByRole('button', { name: 'Перевірити' }).click();
    await page.getByRole('button', { name: 'Завантажити 9.9.9' }).click();
    const install = page.getByRole('button', { name: 'Установити 9.9.9' });
    // The stand-in has it at once; what follows is what a slow one would tell, and must not be overtaken by its answer.
    await expect(install).toBeVisible();
    await desktop.tell({
      type: 'update',
      state: { status: 'downloading', version: '9.9.9', progress: 40, detail: '' },
    });
    await expect(page.getByText('9.9.9: 40 %')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    await expectAccessible(page);
    await desktop.tell({
      type: 'update',
      state: { status: 'ready', version: '9.9.9', progress: 100, detail: '' },
    });
    await install.click();
    await expect(page.getByText('Поки рахунок можуть оплатити, цього не зробити.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Показати відкриті рахунки' })).toBeVisible();
    expect(desktop.asked.installs).toBe(0);
    await shop.owner.post(`invoices/${invoice.id}/cancel/`);
    await install.click();
    await expect.poll(() => desktop.asked.installs).toBe(1);
    await desktop.tell({
      type: 'update',
      state: { status: 'failed', version: '', progress: 0, detail: 'net::ERR_FAILED' },
    });
    await expect(page.getByText('Усе лишилося, як було.')).toBeVisible();
    await expect(page.getByText('net::ERR_FAILED')).toBeVisible();
  });

  test('the base address is copied, and the reference opens outside the window', async ({
    page,
    desktop,
    shop,
    signIn,
  }) => {
    await signIn();
    await openSection(page, 'till');
    await page.getByRole('button', { name: `Копіювати «${shop.baseUrl}»` }).click();
    await expect(page.getByText('Скопійовано')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shop.baseUrl);
    await page.getByRole('link', { name: 'Відкрити довідник' }).click();
    await expect.poll(() => desktop.asked.addresses).toEqual([new URL('/docs/', shop.baseUrl).href]);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('the program locks the window, and leads it to a place, after the sign-in too', async ({
    page,
    desktop,
    language,
  }) => {
    await desktop.tell({ type: 'go', path: '/settings/about' });
    await fillSignIn(page, language, 'owner');
    await expect(page.getByRole('heading', { name: 'Оновлення' })).toBeVisible();
    await desktop.tell({ type: 'go', path: '//elsewhere.example.com' });
    await desktop.tell({ type: 'lock' });
    await expect(page.getByRole('heading', { name: 'Екран заблоковано' })).toBeVisible();
    await desktop.tell({ type: 'go', path: '/terminals' });
    await page.getByRole('textbox', { name: 'Пароль' }).fill('correct horse');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/terminals$/);
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
    await desktop.tell({ type: 'go', path: '/settings/about' });
    release();
    await fillSignIn(page, language, 'owner');
    await expect(page.getByRole('heading', { name: 'Оновлення' })).toBeVisible();
  });

  test('by keyboard alone: to a section, a value, saved', async ({ page, signIn }) => {
    await signIn();
    await page.keyboard.press('Alt+7');
    const list = sections(page).getByRole('link');
    await expect(list).toHaveCount(7);
    await list.first().focus();
    await expect(list.first()).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Обмін із банком' })).toBeVisible();
    await expect(list.nth(1)).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Назва крамниці')).toBeVisible();
    while (!(await field(page, 'Назва крамниці').evaluate((it) => it === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.type('Крамничка');
    await page.keyboard.press('Enter');
    await saved(page, 'Назва крамниці');
  });

  for (const scheme of ['light', 'dark'] as const)
    test.describe(scheme, () => {
      test.use({ scheme });
      test('axe finds nothing in any section', async ({ page, signIn }) => {
        await signIn();
        for (const name of Object.keys(SECTIONS) as (keyof typeof SECTIONS)[]) {
          await openSection(page, name);
          await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
          await expect(page.getByRole('status', { name: 'Завантажуємо…' })).toHaveCount(0);
          await expectAccessible(page, scheme);
        }
      });
    });
});

test('in a browser the sections say what holds, and by which command it is changed', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  for (const [name, texts] of [
    ['shop', ['npm run admin -- setting set shop_name', 'Europe/Kyiv', 'Це вікно']],
    ['bank', ['npm run admin -- setting set webhook_address', 'Виписку ще не отримували']],
    ['backup', ['npm run admin -- backup create', 'npm run admin -- setting set backup_folder']],
    ['computer', ['Цей браузер', 'Звук оплати у вікні']],
    ['till', [shop.baseUrl]],
    ['about', ['npm run admin -- doctor', '0.1.0']],
  ] as const) {
    await openSection(page, name);
    for (const text of texts) await expect(page.locator('#content')).toContainText(text);
    await expectAccessible(page);
  }
});

test('whoever is no owner is not led there, and does not get in', async ({ page, shop, signIn }) => {
  await shop.employee('oksana', ['can_view_invoices']);
  await signIn('oksana');
  await expect(page.getByRole('link', { name: /Налаштування/ })).toHaveCount(0);
  await page.goto(new URL('/settings/backup', shop.baseUrl).href);
  await expect(page.getByRole('heading', { name: 'Немає права на цей розділ' })).toBeVisible();
  // What is this window's stays at hand in the account's menu.
  await page.getByRole('button', { name: 'Обліковий запис oksana' }).click();
  await expect(page.getByRole('combobox', { name: 'Блокувати після' })).toBeVisible();
});
