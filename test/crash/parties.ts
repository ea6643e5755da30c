import { openCaptures } from './captures.ts';
import { openCash } from './cash.ts';
import { openFollowers } from './chronicle.ts';
import { openOffice } from './office.ts';
import { openPoisoner } from './poisoner.ts';
import { openRefunds } from './refunds.ts';
import { openSales } from './sales.ts';
import type { CrashShop } from './shop.ts';
import { openThrowaways } from './throwaways.ts';

/** A shop, and everybody who has to do with it, over all lives of its service. */
export const openParties = (shop: CrashShop) => {
  const sales = openSales(shop);
  const refunds = openRefunds(shop);
  const captures = openCaptures(shop);
  return {
    shop,
    sales,
    refunds,
    captures,
    throwaways: openThrowaways(shop, sales, refunds, captures),
    poisoner: openPoisoner(shop),
    cash: openCash(shop),
    office: openOffice(shop),
    followers: openFollowers(shop),
  };
};

export type Parties = ReturnType<typeof openParties>;
