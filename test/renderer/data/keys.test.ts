import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidate, keys } from '../../../renderer/data/keys.ts';

const ROOT = fileURLToPath(new URL('../../../renderer/', import.meta.url));

test('a key is made in one place alone, where it says what changes it', () => {
  const literal = /(?:queryKey|\w+Key)\s*[:=]\s*\[/;
  const found = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => file !== 'data/keys.ts' && literal.test(readFileSync(ROOT + file, 'utf8')),
  );
  expect(found).toEqual([]);
});

test('a changed product makes lists, cards, tiles and the prices of a cart stale at once', async () => {
  const queries = new QueryClient();
  const concerned = [
    keys.products({ page: 1 }),
    keys.product(7),
    keys.productShop(7),
    keys.tiles({ page: 1 }),
    keys.cartPrices('7'),
  ];
  for (const key of [...concerned, keys.settings]) queries.setQueryData(key, {});
  await invalidate(queries, 'catalog');
  for (const key of concerned) expect([key, queries.getQueryState(key)?.isInvalidated]).toEqual([key, true]);
  expect(queries.getQueryState(keys.settings)?.isInvalidated).toBe(false);
});
