import { afterAll } from 'vitest';
import { openShop, type Shop } from './shop.ts';

/** The shop of all tests of a file, closed after the last of them. */
export const shopOfFile = async (...options: Parameters<typeof openShop>): Promise<Shop> => {
  const shop = await openShop(...options);
  afterAll(() => shop.close());
  return shop;
};
