import { PRACTICE_MERCHANTS } from '../../../main/practice-bank/merchants.ts';
import { type NewShop, openNewShop } from '../../helpers/new-shop.ts';
import type { Shop } from '../../helpers/shop.ts';
import { test as base, freePort } from './fixtures.ts';

/** A merchant whose EDRPOU the bank does not report, beside the practice merchants. */
export const WITHOUT_EDRPOU = {
  token: 'practice-token-without-edrpou',
  merchantName: 'Продавець без коду',
  merchantId: 'prNoCode',
  edrpou: '',
};

/** The program's window on a shop that has just been installed. */
export const test = base.extend<{ fresh: NewShop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  fresh: async ({}, use) => {
    const merchants = [...PRACTICE_MERCHANTS, WITHOUT_EDRPOU];
    // One port for either service: the page comes back to it after a switch of shops.
    const shop = await openNewShop({ port: await freePort() }, { merchants });
    await use(shop);
    await shop.close();
  },
  // The part of a shop that the page needs; both shops have it.
  shop: async ({ fresh }, use) => use(fresh as unknown as Shop),
});
