import type { Locator, Page, TestInfo } from '@playwright/test';
import { issueTabCode } from '../../main/platform/tab-code.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { panel, stock, stored } from './helpers/catalog.ts';
import { counter, hear, outcome, qr, search } from './helpers/charging.ts';
import { expect, test } from './helpers/fixtures.ts';
import { places } from './helpers/live.ts';
import { confirmButton, refundButton, refundDialog } from './helpers/refunds.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/**
 * The tasks of a shop's day without a mouse, in the window and in the owner's tab, and how many keys each takes: a change
 * that makes one longer is seen here. A scan is one.
 */
const KEYS = {
  signIn: 20,
  chargeAmount: 7,
  chargeGoods: 7,
  chargeScanned: 4,
  findByAmount: 7,
  refundPart: 9,
  refundLine: 14,
  exportList: 5,
  addProduct: 11,
  changePrice: 10,
  printDay: 8,
  closeShift: 6,
  closeDay: 7,
  lock: 1,
} as const;
type Task = keyof typeof KEYS;

const CODES: Record<string, string> = { Капучино: '4820000000017', Багет: '4820000000024' };

/** Every letter counts, and so does every combination. */
const keyboardOf = (page: Page) => {
  let pressed = 0;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
    pressed += keys.length;
  };
  return {
    press,
    type: async (text: string): Promise<void> => {
      await page.keyboard.type(text);
      pressed += text.length;
    },
    /** Goes from stop to stop, as somebody would who sees the focus. */
    tabTo: async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
      const isThere = () => target.evaluate((part) => part === document.activeElement);
      for (let stops = 0; !(await isThere()); stops += 1) {
        if (stops === 40) throw new Error('The focus never comes there.');
        await press(key);
      }
    },
    scan: async (code: string): Promise<void> => {
      await scan(page, `${code}\n`);
      pressed += 1;
    },
    /** How many keys the work takes. */
    count: async (work: () => Promise<void>): Promise<number> => {
      pressed = 0;
      await work();
      return pressed;
    },
  };
};

const dayByKeyboard = async (page: Page, shop: Shop, info: TestInfo, address: string) => {
  await stock(shop, [
    ['Капучино', 8550],
    ['Багет', 2500],
  ]);
  for (const { id, name } of await stored(shop))
    await shop.owner.patch(`catalog/products/${id}/shop/`, { barcodes: [CODES[name]] });
  await shop.owner.post('shifts/', { opening_cash: 50_000 });
  // The closing of a shift is one of its own where there are two people.
  await shop.employee('olena', ['can_create_invoices']);
  const { press, type, tabTo, scan: scanCode, count } = keyboardOf(page);
  const pay = async (): Promise<void> => {
    const [last] = shop.bank.invoices().slice(-1);
    shop.bank.pay(last?.invoiceId ?? '');
    await hear(shop);
    await expect(outcome(page)).toBeVisible();
  };
  const tasks: [Task, () => Promise<void>, (() => Promise<void>)?][] = [
    [
      'signIn',
      async () => {
        await expect(page.getByLabel(t('common:signIn.username'))).toBeFocused();
        await type('owner');
        await press('Tab');
        await type(PASSWORD);
        await press('Enter');
        await expect(places(page)).toBeVisible();
      },
    ],
    [
      'chargeAmount',
      async () => {
        await press('F2');
        await expect(counter(page)).toBeVisible();
        await type('340,5');
        await press('Enter');
        await expect(qr(page)).toBeVisible();
      },
      pay,
    ],
    [
      'chargeGoods',
      async () => {
        await press('Enter', 'F3');
        await expect(search(page)).toBeFocused();
        await type('кап');
        await expect(page.getByRole('option')).toHaveCount(1);
        await press('Enter', 'Control+Enter');
        await expect(qr(page)).toBeVisible();
      },
      pay,
    ],
    [
      'findByAmount',
      async () => {
        await press('Control+k');
        await expect(page.getByPlaceholder(t('common:palette.find'))).toBeFocused();
        await type('340,5');
        await expect(page.getByRole('option', { name: /340,50/ }).first()).toBeVisible();
        await press('Enter');
        await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
      },
    ],
    [
      'refundPart',
      async () => {
        await tabTo(refundButton(page));
        await press('Enter');
        await expect(refundDialog(page).getByLabel(t('invoices:refund.amount'))).toBeFocused();
        await type('100');
        await press('Enter');
        await expect(confirmButton(page)).toBeVisible();
        await press('Control+Enter');
        await expect(refundDialog(page)).toHaveCount(0);
      },
    ],
    [
      'exportList',
      async () => {
        await press('Escape', 'Alt+2');
        await expect(page.locator('[data-invoice]')).toHaveCount(2);
        const downloaded = page.waitForEvent('download');
        await press('e');
        await expect(page.getByRole('menuitem').first()).toBeVisible();
        await press('ArrowDown', 'Enter');
        await downloaded;
      },
    ],
    [
      'chargeScanned',
      async () => {
        await press('F2');
        await expect(counter(page)).toBeVisible();
        for (const [name, code] of Object.entries(CODES)) {
          await scanCode(code);
          await expect(counter(page)).toContainText(name);
        }
        await press('Control+Enter');
        await expect(qr(page)).toBeVisible();
      },
      pay,
    ],
    [
      'refundLine',
      async () => {
        await press('Control+k');
        await expect(page.getByPlaceholder(t('common:palette.find'))).toBeFocused();
        await type('110,5');
        await expect(page.getByRole('option', { name: /110,50/ }).first()).toBeVisible();
        await press('Enter');
        await expect(panel(page).getByRole('heading', { level: 2 })).toBeFocused();
        // A stop on the way, once the list is there.
        await expect(panel(page).getByRole('button', { name: t('invoices:details.next') })).toBeEnabled();
        await tabTo(refundButton(page));
        await press('Enter');
        const quantity = t('invoices:refund.quantity', { name: 'Капучино' });
        await expect(refundDialog(page).getByRole('textbox', { name: quantity })).toBeFocused();
        await type('1');
        await press('Enter');
        await expect(confirmButton(page)).toBeVisible();
        await press('Control+Enter');
        await expect(refundDialog(page)).toHaveCount(0);
      },
    ],
    [
      'addProduct',
      async () => {
        await press('Alt+3');
        await expect(page.getByRole('link', { name: 'Багет' })).toBeVisible();
        await press('n');
        await expect(page.getByRole('textbox', { name: t('common:words.name'), exact: true })).toBeFocused();
        await type('Айран');
        await tabTo(page.getByLabel(t('catalog:fields.priceUah')));
        await type('30');
        await press('Enter');
        await expect(page.getByRole('link', { name: 'Айран' })).toBeVisible();
      },
    ],
    [
      'changePrice',
      async () => {
        await press('Escape', '/');
        await type('ай');
        await expect(page.locator('[data-price]')).toHaveCount(1);
        await press('ArrowDown');
        await tabTo(page.locator('[data-price]'));
        await press('F2');
        await type('32');
        await press('Enter');
        await expect.poll(async () => (await stored(shop)).map(({ price }) => price)).toContain(3200);
      },
    ],
    [
      'printDay',
      async () => {
        await press('Escape', 'Control+k');
        await expect(page.getByPlaceholder(t('common:palette.find'))).toBeFocused();
        await type('підс');
        await press('Enter');
        await expect(page.getByRole('button', { name: t('common:print') })).toBeEnabled();
        await press('Control+p');
        await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
      },
    ],
    [
      'closeShift',
      async () => {
        await press('Alt+6');
        await expect(page.getByRole('button', { name: t('shift:close.title') })).toBeFocused();
        await press('Enter');
        await expect(page.getByLabel(t('shift:close.question'))).toBeFocused();
        await type('500');
        await press('Enter');
        await expect(page.getByRole('heading', { name: t('shift:closed.title') })).toBeVisible();
      },
    ],
    [
      'closeDay',
      async () => {
        await press('Control+k');
        await expect(page.getByPlaceholder(t('common:palette.find'))).toBeFocused();
        await type('закр');
        await expect(page.getByRole('option').first()).toContainText(t('closing:day.title'));
        await press('Enter');
        await expect(page).toHaveURL(/close-day$/);
        const form = page.getByRole('form', { name: t('closing:day.title') });
        const done = form.locator('button[type="submit"]');
        await expect(done).toBeFocused();
        await press('Enter');
        await expect(done).toHaveCount(0);
      },
    ],
    [
      'lock',
      async () => {
        await press('Alt+l');
        await expect(page.getByRole('heading', { name: t('common:signIn.lockedTitle') })).toBeVisible();
      },
    ],
  ];
  await page.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await page.goto(address);
  const counted: Partial<Record<Task, number>> = {};
  const seconds: Partial<Record<Task, number>> = {};
  for (const [task, work, after] of tasks)
    await test.step(task, async () => {
      const beganAt = performance.now();
      counted[task] = await count(work);
      seconds[task] = (performance.now() - beganAt) / 1000;
      await after?.();
    });
  const measured = JSON.stringify({ counted, seconds }, null, 2);
  await info.attach('keys', { body: measured, contentType: 'application/json' });
  expect(counted).toEqual(KEYS);
};

test('the tasks of a day by keyboard alone', async ({ page, shop }, info) => {
  await dayByKeyboard(page, shop, info, new URL('/', shop.baseUrl).href);
});

test.describe('in the owner’s tab', () => {
  test.use({ isDesktop: false });
  test('the same tasks take as many keys', async ({ page, shop }, info) => {
    const { address } = issueTabCode(shop.folder, new URL(shop.baseUrl).origin, Date.now());
    await dayByKeyboard(page, shop, info, address);
  });
});
