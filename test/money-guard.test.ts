import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { permitLeftover } from '../main/money/guard/guard.ts';
import { INVOICE_STATUSES } from '../shared/api/statuses.ts';

/**
 * Nothing moves money past the guard: the compiler wants a permit (main/platform/money-permit.ts), and these tests find
 * whoever could issue one, call the bank or write the tables of money without it.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES: ReadonlyMap<string, string> = new Map(
  globSync('main/**/*.ts', { cwd: ROOT, exclude: ['main/practice-bank/**'] }).map((file) => [
    file.replaceAll('\\', '/'),
    readFileSync(`${ROOT}${file}`, 'utf8'),
  ]),
);
const GUARD = 'main/money/guard/';

/** The bodies of the functions of a file that start at the beginning of a line, with their names. */
const functionsOf = (source: string): { name: string; text: string }[] =>
  source
    .split(/^(?=(?:export )?(?:const|function) )/m)
    .map((text) => ({ name: /(?:const|function) (\w+)/.exec(text)?.[1] ?? '', text }));

/** Permits are issued by the guard alone. */
const issuers = (sources: ReadonlyMap<string, string>): string[] =>
  [...sources]
    .filter(([path]) => path !== 'main/platform/money-permit.ts')
    .filter(
      ([path, source]) => !path.startsWith(GUARD) && /MoneyPermit\s*\.\s*issue|as MoneyPermit/.test(source),
    )
    .map(([path]) => path);

/** The bank's functions whose request has a body change something there: each spends a permit. */
const unguardedCalls = (client: string): string[] => {
  const methods = client.split(/^(?= {4}\w+: (?:async )?\()/m);
  return methods
    .filter((text) => /token, \{ body(?:: [^}]*\})? \}/.test(text) && /^ {4}\w+: /.test(text))
    .filter((text) => !/permit\.spend\(/.test(text))
    .map((text) => /\w+/.exec(text)?.[0] ?? '');
};

/** The names of the bank's functions that spend a permit. */
const writingFunctions = (client: string): string[] =>
  client
    .split(/^(?= {4}\w+: (?:async )?\()/m)
    .filter((text) => /permit\.spend\(/.test(text))
    .map((text) => /\w+/.exec(text)?.[0] ?? '');

/** Who takes one of them from a bank, whatever for: main/bank itself only wraps them. */
const callersOutside = (sources: ReadonlyMap<string, string>, names: readonly string[]): string[] => {
  const taken = new RegExp(
    `\\.\\s*(?:${names.join('|')})\\b|\\b(?:${names.join('|')})\\b[^}]*}\\s*=[^;]*\\bbank\\b`,
  );
  return [...sources]
    .filter(([path, source]) => !/^main\/(money|bank)\//.test(path) && taken.test(source))
    .map(([path]) => path);
};

/** Tables of money, and what may write them without a permit: the bank's own report of an outcome, and restores. */
const TABLES =
  /(?:insertInto|replaceInto|updateTable|deleteFrom)\(\s*'(attempts|cash_sales|cash_sale_items|cash_moves|closures|income_entries|refunds|holds|invoices|sale_invoices)'/;
const OUTCOMES = new Set([
  // Of a request that was journaled with a permit.
  ...['settled', 'acceptAttempt', 'discountRequest', 'noteBankTime', 'scheduleRegisterCheck'],
  // Requests that the database had which a restore replaces.
  ...['keepAttempt', 'keepCash', 'insertItems'],
  // What the bank reports of an invoice, a hold, a refund, a further invoice of a sale.
  ...['inserted', 'updated', 'insertInto', 'putHold', 'insertRefund', 'correctRefund'],
  ...['insertSaleInvoice', 'updateSaleInvoice', 'deleteSaleInvoice'],
  // When the bank is asked next; the registers of a deleted terminal.
  ...['forget', 'scheduleSweep', 'unbindSome'],
  // The shift in which cash will count that does not count yet.
  ...['carryUncounted', 'takeCarried'],
  // That a receipt has gone to the printer.
  'noteCashReceipt',
]);

const unguardedWriters = (sources: ReadonlyMap<string, string>): string[] =>
  [...sources].flatMap(([path, source]) =>
    functionsOf(source)
      .filter(({ text }) => TABLES.test(text))
      .filter(({ name, text }) => !OUTCOMES.has(name) && !/permit: MoneyPermit</.test(text))
      .map(({ name }) => `${path}: ${name}`),
  );

test('only the guard issues permits', () => {
  expect(SOURCES.size).toBeGreaterThan(400);
  expect(issuers(SOURCES)).toEqual([]);
});

test('every function of the bank that changes something there spends a permit', () => {
  const client = SOURCES.get('main/bank/client.ts') ?? '';
  expect(client.match(/permit\.spend\(/g)).toHaveLength(5);
  expect(unguardedCalls(client)).toEqual([]);
});

test('main/money alone takes a writing function from the bank', () => {
  const names = writingFunctions(SOURCES.get('main/bank/client.ts') ?? '');
  expect(names).toHaveLength(5);
  expect(callersOutside(SOURCES, names)).toEqual([]);
});

test('every function that begins an entry in a table of money takes a permit', () => {
  expect(unguardedWriters(SOURCES)).toEqual([]);
});

test.each([
  [
    'a permit of one’s own',
    () => issuers(new Map([['main/http/x.ts', "MoneyPermit.issue({ act: 'sale' })"]])),
  ],
  ['a permit by a cast', () => issuers(new Map([['main/money/x.ts', 'const p = {} as MoneyPermit']]))],
  [
    'a call of the bank',
    () =>
      unguardedCalls(
        "    topUp: async (token, body) => {\n      await call(emptyAnswer, '/api/merchant/x', token, { body });\n    },\n",
      ),
  ],
  [
    'a call from another folder',
    () =>
      callersOutside(new Map([['main/jobs/x.ts', 'await context.bank.removeInvoice(t, i, p);']]), [
        'removeInvoice',
      ]),
  ],
  [
    'a function taken out of the bank',
    () =>
      callersOutside(new Map([['main/http/x.ts', 'const { cancelInvoice } = context.bank;']]), [
        'cancelInvoice',
      ]),
  ],
  [
    'a writer',
    () =>
      unguardedWriters(
        new Map([
          ['main/store/x.ts', "export const x = (db: Db) =>\n  db.run(build.insertInto('cash_sales'));\n"],
        ]),
      ),
  ],
])('one that passes the guard is found: %s', (_what, find) => {
  expect(find()).toHaveLength(1);
});

test('nothing is left over of a sale that can still be paid', () => {
  const permitted = INVOICE_STATUSES.filter((status) => {
    try {
      return permitLeftover({ status, amount: 100 }) !== undefined;
    } catch {
      return false;
    }
  });
  expect(permitted).toEqual(INVOICE_STATUSES.filter((status) => !['created', 'failure'].includes(status)));
});
