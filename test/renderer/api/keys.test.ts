import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidate, keyOf, programKey, resourcesAffectedBy } from '../../../renderer/api/keys.ts';
import { putData } from '../../../renderer/api/put-data.ts';
import { READS, RESOURCES } from '../../../renderer/api/reads.ts';

const ROOT = fileURLToPath(new URL('../../../renderer/', import.meta.url));

test('a key is made in one place alone, of what it reads', () => {
  const literal = /(?:queryKey|\w+Key)\s*[:=]\s*\[/;
  const found = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => file !== 'api/keys.ts' && literal.test(readFileSync(ROOT + file, 'utf8')),
  );
  expect(found).toEqual([]);
});

test('a changed product makes lists, cards, tiles and the prices of a cart stale at once', async () => {
  const queries = new QueryClient();
  const concerned = [
    keyOf('catalog/products/', { page: 1 }),
    keyOf('catalog/products/{id}/', { id: 7 }),
    keyOf('catalog/products/{id}/shop/', { id: 7 }),
    keyOf('catalog/tiles/', { page: 1 }),
    keyOf('catalog/tiles/', { prices: '7' }),
  ];
  for (const key of [...concerned, programKey('settings.list')]) queries.setQueryData(key, {});
  await invalidate(queries, 'catalog');
  for (const key of concerned) expect([key, queries.getQueryState(key)?.isInvalidated]).toEqual([key, true]);
  expect(queries.getQueryState(programKey('settings.list'))?.isInvalidated).toBe(false);
});

test('a restored backup makes everything stale', async () => {
  const queries = new QueryClient();
  const all = RESOURCES.map((resource): QueryKey => [resource, 1]);
  for (const key of all) queries.setQueryData(key, {});
  await invalidate(queries, 'restore');
  expect(all.filter((key) => queries.getQueryState(key)?.isInvalidated !== true)).toEqual([]);
});

test('a sale leaves the past, held money and gaps of fiscal receipts as they were; a refund does not', async () => {
  const queries = new QueryClient();
  const apart = [
    keyOf('stats/series/', {}, 'past-stats'),
    keyOf('invoices/held/'),
    keyOf('invoices/fiscal-gaps/'),
  ];
  for (const key of apart) queries.setQueryData(key, {});
  for (const type of ['invoice.created', 'invoice.status_changed'] as const)
    expect(resourcesAffectedBy({ type })).toEqual(['invoices', 'sales', 'activity', 'stats', 'closures']);
  await invalidate(queries, 'sale');
  for (const key of apart) expect([key, queries.getQueryState(key)?.isInvalidated]).toEqual([key, false]);
  await invalidate(queries, 'refund');
  for (const key of apart) expect([key, queries.getQueryState(key)?.isInvalidated]).toEqual([key, true]);
});

test('what a change answers is shown in one place alone, which cancels a request from before it', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: ROOT }).filter((file) =>
    readFileSync(ROOT + file, 'utf8').includes('.setQueryData'),
  );
  expect(found).toEqual(['api/put-data.ts']);
});

test('an invoice that a change answers is not taken back by a request from before the change', async () => {
  const queries = new QueryClient();
  let answer: (invoice: object) => void = () => undefined;
  const reading = queries.fetchQuery({
    queryKey: keyOf('invoices/{id}/', { id: 7 }),
    queryFn: () =>
      new Promise<object>((resolve) => {
        answer = resolve;
      }),
  });
  putData<QueryKey, object>(queries, keyOf('invoices/{id}/', { id: 7 }), { status: 'expired' });
  answer({ status: 'created' });
  await reading.catch(() => undefined);
  expect(queries.getQueryData(keyOf('invoices/{id}/', { id: 7 }))).toEqual({ status: 'expired' });
  expect(queries.getQueryState(keyOf('invoices/{id}/', { id: 7 }))?.fetchStatus).toBe('idle');
});

test('what nothing is known of yet goes on being read', async () => {
  const queries = new QueryClient();
  const reading = queries.fetchQuery({
    queryKey: programKey('settings.list'),
    queryFn: () => Promise.resolve(['read']),
  });
  putData<QueryKey, string[]>(queries, programKey('settings.list'), (known) => known && [...known, 'put']);
  await expect(reading).resolves.toEqual(['read']);
});

test('what is read is in the description of the interface', () => {
  const { paths } = JSON.parse(
    readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
  ) as { paths: Record<string, Record<string, unknown>> };
  const described = new Set(Object.keys(paths).map((path) => path.replace(/^\/(api\/v1\/)?/, '')));
  const read = Object.values(READS).flatMap((resource) => Object.keys(resource));
  expect(read.filter((path) => !described.has(path))).toEqual([]);
});
