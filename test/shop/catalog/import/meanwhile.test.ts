import { afterAll, expect, test } from 'vitest';
import { createLog } from '../../../../main/platform/log.ts';
import { importProducts } from '../../../../main/shop/catalog/import/import.ts';
import { createProduct } from '../../../../main/shop/catalog/resources.ts';
import { createTableParser } from '../../../../main/shop/tables/parser.ts';
import { emptyDatabase } from '../../../helpers/empty-database.ts';
import { rowsOf } from '../../../helpers/trace.ts';

const { db, file } = emptyDatabase(afterAll);
const now = Date.now;
const products = () => rowsOf({ console: { db } }, 'products');

/** `meanwhile` runs when all is compared, and nothing written yet. */
const interrupted = async (meanwhile: (gone: AbortController) => void) => {
  const gone = new AbortController();
  const context = { db, now, file, tables: createTableParser({ log: createLog({ level: 'error' }) }) };
  const bytes = Buffer.from('Назва;Ціна\nЗустрічний;700\nЩе новий;1\n');
  const { comparison } = await importProducts(
    context,
    bytes,
    {},
    {
      signal: gone.signal,
      progress: ({ phase, done }) => {
        if (phase === 'writing' && done === 0) meanwhile(gone);
      },
    },
  );
  return comparison?.plan.rows.map(({ verdict }) => verdict);
};
const addProduct = (name: string) => createProduct({ db, now }, { name, price: 1 });

test('changed between comparing and writing: it is compared again; changed every time: it gives up', async () => {
  let isFirst = true;
  const verdicts = await interrupted(() => {
    if (isFirst) addProduct('Зустрічний');
    isFirst = false;
  });
  expect(verdicts).toEqual(['changed', 'new']);
  expect(products().filter(({ name }) => name === 'Зустрічний')).toMatchObject([{ price: 70_000 }]);
  const before = products();
  let tries = 0;
  const busy = interrupted(() => addProduct(`Хтось ${tries++}`));
  await expect(busy).rejects.toMatchObject({ errors: { file: [expect.stringMatching(/^Somebody else/)] } });
  expect(products().length - before.length).toBe(tries);
});

test('aborted at the last moment: nothing is written', async () => {
  const before = products();
  await expect(interrupted((gone) => gone.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(products()).toEqual(before);
});
