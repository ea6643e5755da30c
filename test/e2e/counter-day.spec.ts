import type { Locator, Page } from '@playwright/test';
import type { KramarBridge } from '../../shared/bridge/bridge.ts';
import { PASSWORD, type Shop } from '../helpers/shop.ts';
import { createButton, hear, outcome, qr } from './helpers/charging.ts';
import { hire } from './helpers/employees.ts';
import { expect, test } from './helpers/fixtures.ts';
import { places } from './helpers/live.ts';
import { scan } from './helpers/scanner.ts';
import { t } from './helpers/texts.ts';

/**
 * A cashier's day by PIN, tiles and scanner, and how many actions each task takes: a change that makes one longer is
 * seen here. A click, a key and a scan are one action each.
 */
const ACTIONS = {
  changeByPin: 6,
  saleByTiles: 4,
  saleByScanner: 4,
  setAside: 3,
  takeBack: 2,
  lock: 1,
} as const;
type Task = keyof typeof ACTIONS;

test.use({ isDesktop: true });

const PIN = '2580';
const MILK = '4820000000017';

const stock = async (shop: Shop): Promise<void> => {
  for (const [name, price, fields] of [
    ['Еспресо', 4500, { is_favorite: true }],
    ['Круасан', 6000, { is_favorite: true }],
    ['Молоко', 4500, { barcodes: [MILK] }],
  ] as const) {
    const { body } = await shop.owner.post<{ id: number }>('catalog/products/', { name, price });
    await shop.owner.send('PATCH', `catalog/products/${body.id}/shop/`, { body: fields });
  }
};

/** The cashier gives the password of the day, and has a PIN from then on. */
const beginDay = async (page: Page, shop: Shop): Promise<void> => {
  await hire(shop);
  const token = await shop.signIn('olena');
  const answer = await page.evaluate(
    ([input, access]) => {
      const { kramar } = globalThis as unknown as { kramar: KramarBridge };
      return kramar.call('pin.set', input, access);
    },
    [{ current: PASSWORD, pin: PIN }, token] as const,
  );
  expect(answer).toMatchObject({ ok: true });
  await page.reload();
};

const handOf = (page: Page) => {
  let done = 0;
  return {
    click: async (target: Locator): Promise<void> => {
      await target.click();
      done += 1;
    },
    press: async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
      done += keys.length;
    },
    scan: async (barcode: string): Promise<void> => {
      await scan(page, `${barcode}\n`);
      done += 1;
    },
    /** How many actions the work takes. */
    count: async (work: () => Promise<void>): Promise<number> => {
      done = 0;
      await work();
      return done;
    },
  };
};

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });
const tile = (page: Page, name: string) =>
  button(page.getByRole('list', { name: t('charge:tiles.label') }), new RegExp(`^${name}`));
const person = (page: Page) =>
  button(page.getByRole('list', { name: t('people:who.label') }), 'Олена Бондар');
const lines = (page: Page) => page.getByRole('list', { name: t('charge:lines.label') }).getByRole('listitem');

test("a cashier's day by PIN, tiles and scanner", async ({ page, shop }, info) => {
  await stock(shop);
  await beginDay(page, shop);
  const hand = handOf(page);
  const pay = async (): Promise<void> => {
    await expect(qr(page)).toBeVisible();
    shop.bank.pay(shop.bank.invoices().at(-1)?.invoiceId ?? '');
    await hear(shop);
    await expect(outcome(page)).toBeVisible();
  };
  /** Enter closes what says "paid", for the next sale. */
  const sell = async (): Promise<void> => {
    await hand.click(createButton(page));
    await pay();
    await hand.press('Enter');
    await expect(outcome(page)).toHaveCount(0);
  };

  const tasks: [Task, () => Promise<void>][] = [
    [
      'changeByPin',
      async () => {
        await expect(person(page)).toBeFocused();
        await hand.press('Enter', ...PIN, 'Enter');
        await expect(places(page)).toBeVisible();
      },
    ],
    [
      'saleByTiles',
      async () => {
        // Who sells begins there.
        await hand.click(tile(page, 'Еспресо'));
        await hand.click(tile(page, 'Круасан'));
        await sell();
      },
    ],
    [
      'saleByScanner',
      async () => {
        await expect(tile(page, 'Еспресо')).toBeVisible();
        for (const _ of ['two', 'bottles']) await hand.scan(MILK);
        await expect(lines(page)).toHaveCount(1);
        await sell();
      },
    ],
    [
      'setAside',
      async () => {
        await hand.scan(MILK);
        await expect(lines(page)).toHaveCount(1);
        await hand.press('F8');
        await expect(page.getByRole('dialog')).toHaveCount(1);
        await hand.press('Enter');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      },
    ],
    [
      'takeBack',
      async () => {
        await hand.press('F8');
        await hand.click(button(page, /^Узяти: Кошик/));
        await expect(lines(page)).toHaveCount(1);
      },
    ],
    [
      'lock',
      async () => {
        await hand.press('Alt+l');
        await expect(person(page)).toBeFocused();
      },
    ],
  ];

  const counted: Record<string, number> = {};
  for (const [task, work] of tasks) {
    const startedAt = Date.now();
    counted[task] = await hand.count(work);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    info.annotations.push({ type: task, description: `${counted[task]} actions, ${seconds} s` });
  }
  expect(counted).toEqual(ACTIONS);
  expect(shop.bank.invoices().map(({ amount }) => amount)).toEqual([10_500, 9000]);
});
