import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const RENDERER = fileURLToPath(new URL('../../../renderer/', import.meta.url));

/** `formatAmount(amount)`, `<Money minor={amount} />`: without a currency the hryvnia sign is shown. */
const HRYVNIA = /formatAmount\((?:[^(),]|\([^()]*\))*\)|<Money minor=\{[^}]*\} \/>/gu;

/** Files that show hryvnias by what they are about, with the number of places. */
const HRYVNIAS: Readonly<Record<string, number>> = {
  // Prices of the catalog, a sale that is being made, and what the bank has not answered yet: Kramar sells in hryvnias.
  'features/catalog/list/price-cell.tsx': 1,
  'features/charge/amount-pad.tsx': 1,
  'features/charge/carts/carts-dialog.tsx': 1,
  'features/charge/changed-prices.tsx': 2,
  'features/charge/form.ts': 1,
  'features/charge/product-search.tsx': 1,
  'features/charge/tiles/tiles.tsx': 1,
  'features/catalog/list/columns.tsx': 1,
  'features/charge/cart.tsx': 2,
  'features/charge/discount.tsx': 1,
  'features/charge/line-row.tsx': 4,
  'features/charge/sale-bar.tsx': 2,
  'features/charge/use-create.ts': 1,
  'features/first-run/first-run.tsx': 1,
  // The price of a product, an amount that is searched for in every currency, and a sale for cash.
  'app/search/find.ts': 2,
  'features/invoices/filters/filter-bar.tsx': 6,
  // A sale of Kramar that was paid twice.
  'features/today/alert-row.tsx': 4,
  // The limits of a till's key.
  'features/till/keys/keys.tsx': 2,
  // The sum on a label of a shop's scales.
  'features/settings/scanning.tsx': 1,
  // Cash, and the income book.
  'features/income/entries.tsx': 2,
  'features/income/entry-dialog.tsx': 2,
  'features/income/limit-panel.tsx': 4,
  'features/income/limit-text.tsx': 2,
  'features/income/use-income-texts.ts': 2,
  'features/shift/cash-sale-form.tsx': 1,
  'features/shift/cash-sales.tsx': 2,
  'features/shift/shift.tsx': 4,
  'features/reports/closing/cash-count.tsx': 8,
  'features/reports/closing/close-month.tsx': 5,
  'features/reports/closing/close-day.tsx': 2,
  'features/reports/closing/day-checks.tsx': 4,
  'features/reports/closing/day-form.tsx': 2,
  'features/reports/closing/figures.tsx': 2,
  'features/reports/closing/signed.ts': 1,
  'features/reports/day/use-tender-lines.ts': 9,
  'features/reports/day/use-day-parts.ts': 4,
  'features/reports/days.tsx': 5,
  'features/shift/cash-moves.tsx': 1,
  'features/shift/close-shift.tsx': 4,
  'features/shift/use-shift-texts.ts': 5,
  // Cash is of hryvnias alone.
  'features/charge/cash-pane.tsx': 5,
  'features/charge/charge.tsx': 3,
  'features/charge/parts-pane.tsx': 2,
  'features/charge/parts-rest.tsx': 2,
  'features/charge/payment.tsx': 1,
  'features/charge/tender-row.tsx': 1,
  'features/charge/waiting.tsx': 2,
  'features/customer/customer.tsx': 2,
  'features/invoices/cash/cash-details.tsx': 8,
  'features/reports/month.tsx': 4,
  'features/today/today.tsx': 4,
  // Sums to which the service adds nothing in another currency; where there is any, it stands beside them.
  'features/invoices/invoices.tsx': 2,
  'features/reports/day/use-day-words.ts': 1,
  'features/reports/sales/columns.ts': 6,
  'features/reports/sales/sales-figures.tsx': 1,
  'features/reports/sales/summary.tsx': 5,
  'features/today/figures.tsx': 7,
  'shop/second-person.tsx': 3,
  'shop/void-dialog.tsx': 1,
  'shop/takings-chart.tsx': 1,
};

test('an amount of an invoice is shown in its currency: only what is hryvnia by its nature is shown without one', () => {
  const found = globSync('**/*.{ts,tsx}', { cwd: RENDERER }).flatMap((file) => {
    const places = readFileSync(`${RENDERER}${file}`, 'utf8').match(HRYVNIA)?.length ?? 0;
    return places === 0 ? [] : [[file.replaceAll('\\', '/'), places] as const];
  });
  expect(Object.fromEntries(found)).toEqual(HRYVNIAS);
});
