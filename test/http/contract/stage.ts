import { expect, vi } from 'vitest';
import { changeSetting } from '../../../main/shop/settings.ts';
import { addTerminal } from '../../../main/shop/terminals/terminals.ts';
import { build } from '../../../main/store/db/connection.ts';
import { lastPrintJob } from '../../../main/store/print-jobs.ts';
import type { TokenPair } from '../../../shared/api/auth.ts';
import type { CashSale, CashSalePage } from '../../../shared/api/cash-sales.ts';
import type { CustomerToken } from '../../../shared/api/customer-screen.ts';
import type { Employee } from '../../../shared/api/employees.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { CurrentShift } from '../../../shared/api/shifts.ts';
import type { Client } from '../../helpers/client.ts';
import { stoppedClock } from '../../helpers/clock.ts';
import { openShop, PASSWORD, type Shop } from '../../helpers/shop.ts';
import { rowsOf } from '../../helpers/trace.ts';

/** The record of an endpoint's example, where it is not the first of its kind. */
type Target = () => Promise<number>;

/**
 * A shop as the document's examples presuppose it, so that each of them can be sent unchanged: terminal 1 with cash
 * register 1, product 7 in category 2 with unit 1, the employees olena and iryna. Its clock stands still, so that the service
 * calls the bank, and writes, only on request.
 */
export const setStage = async () => {
  const shop = await openShop({ now: stoppedClock().now });
  const { owner } = shop;
  await owner.post(`terminals/${shop.terminal.id}/sync_registers/`);
  const olena = await shop.employee('olena');
  await shop.employee('iryna', ['can_view_invoices', 'can_create_invoices', 'can_cancel_invoices']);
  await create(owner, 'catalog/categories/', { name: 'Чай' });
  await create(owner, 'catalog/categories/', { name: 'Кава' });
  await create(owner, 'catalog/units/', { name: 'Порція' });
  for (let number = 1; number <= 7; number += 1)
    await create(owner, 'catalog/products/', { name: `Товар ${number}`, price: number });
  await shop.createInvoice();
  await create(owner, 'carts/', { lines: [{ name: 'Чай', price: 4000 }] });
  const employees = await owner.get<Page<Employee>>('employees/');
  const tokens = (
    await shop.stranger.post<TokenPair>('auth/token/', { username: 'owner', password: PASSWORD })
  ).body;

  const device = '7d0f5c1e-3c47-4b0e-9a52-1f4f7a1f6c11';
  const display = (await owner.post<CustomerToken>('customer-screen/token/', { device })).body.token;

  const fresh = (path: string, body: object) => keptUntilSpent(() => create(owner, path, body));
  const category = fresh('catalog/categories/', { name: 'Сезонне' });
  const unit = fresh('catalog/units/', { name: 'Кілограм' });
  const product = fresh('catalog/products/', { name: 'Еспресо', price: 4500 });
  const terminal = keptUntilSpent(() => spareTerminal(shop));
  const unpaid = keptUntilSpent(async () => (await shop.createInvoice({ amount: 8100 })).id);

  const paid = async () => (await shop.paid({ amount: 8100 })).id;
  const held = async () => (await shop.paid({ amount: 8100, payment_type: 'hold' })).id;

  const cart = () => create(owner, 'carts/', { lines: [{ name: 'Еспресо', price: 4500 }] });
  const taken = async (): Promise<number> => {
    const id = await cart();
    await owner.post(`carts/${id}/take/`);
    return id;
  };

  /** Where the merchant issues fiscal receipts; the bank has the receipt of a payment as soon as it is paid. */
  const pharmacy = await addTerminal(shop.console, {
    name: 'Аптека',
    token: shop.bank.merchants.find(({ prro }) => prro)?.token ?? '',
  });
  const items = [{ name: 'Вітаміни', price: 8100 }];
  const fiscalised = (await shop.paid({ terminal: pharmacy.id, items })).id;
  // The bank's answer is stored, whatever was requested; from here on it is known.
  await owner.get(`invoices/${fiscalised}/fiscal-checks/`);
  const pastKramar = () => shop.bank.payOutsideKramar(shop.merchant.token, { amount: 700 });

  await keepPrinterAway(shop, await paid());
  const currentShift = async () => (await owner.get<CurrentShift>('shifts/current/')).body.shift;
  const openShift = async (): Promise<number> =>
    (await currentShift())?.id ?? create(owner, 'shifts/', { opening_cash: 50_000 });
  /** Another shift can be opened only once that one is closed. */
  const withoutShift = async (): Promise<number> => {
    const open = await currentShift();
    if (open) await owner.post(`shifts/${open.id}/close/`, { closing_cash: 50_000 });
    return open?.id ?? 1;
  };
  /** The cash of a shift is counted twice at most. */
  const withNewShift = async (): Promise<number> => {
    await withoutShift();
    return openShift();
  };
  const cashSale = async (): Promise<number> => {
    const path = `shifts/${await openShift()}/cash-sales/`;
    const { body } = await owner.get<CashSalePage>(path);
    return body.results.find((sale) => sale.is_voidable)?.id ?? create(owner, path, { amount: 8100 });
  };
  /** Other requests may have said that the terminal issues fiscal receipts. */
  const readyForParts = async (): Promise<number> => {
    const path = 'terminals/1/fiscal/';
    const { body } = await owner.get<{ issues_receipts: string }>(path);
    if (body.issues_receipts !== 'no') await owner.patch(path, { issues_receipts: 'no' });
    return openShift();
  };
  const inParts = async (): Promise<number> => {
    await readyForParts();
    return create(owner, 'cash-sales/', { amount: 8100, cash: 100, terminal: 1 });
  };
  const paidInParts = async (): Promise<number> => {
    const id = await inParts();
    const { qr } = (await owner.get<CashSale>(`cash-sales/${id}/`)).body;
    const invoice = await shop.readInvoice(qr?.invoice ?? 0);
    shop.bank.pay(invoice.invoice_id);
    await owner.post(`invoices/${invoice.id}/refresh/`);
    return id;
  };
  // The first of their kind, for requests that name no other.
  await cashSale();

  const incomeEntry = fresh('income-book/entries/', {
    tax_number: shop.merchant.edrpou,
    date: '2026-03-02',
    kind: 'cash',
    amount: 100,
    source: 'Ярмарок',
  });

  const stocked = rowsOf(shop, 'products');
  /** What a request about many products may have changed or deleted is as it was. */
  const manyProducts = Object.assign(async () => 1, {
    spent: () => {
      product.spent();
      shop.console.db.run(
        build.deleteFrom('products').where(
          'id',
          'in',
          stocked.map(({ id }) => Number(id)),
        ),
      );
      shop.console.db.run(build.insertInto('products').values(stocked as never));
    },
  });

  const targets: Record<string, Target & { spent?: () => void }> = {
    getEmployee: async () => employees.body.results[0]?.id ?? 0,
    updateTerminal: terminal,
    deleteTerminal: terminal,
    cancelInvoice: unpaid,
    withdrawInvoice: unpaid,
    getInvoiceHold: keptUntilSpent(held),
    captureHold: keptUntilSpent(held),
    releaseHold: keptUntilSpent(held),
    getInvoiceReceipt: keptUntilSpent(paid),
    emailInvoiceReceipt: keptUntilSpent(paid),
    printReceipt: keptUntilSpent(paid),
    listInvoiceFiscalChecks: async () => fiscalised,
    getInvoiceFiscalCheckFile: async () => fiscalised,
    openShift: withoutShift,
    closeShift: openShift,
    closeDay: openShift,
    enterCashSale: openShift,
    // Enough is in a new one to be taken out.
    moveCash: keptUntilSpent(withNewShift),
    sellForCash: readyForParts,
    endSaleInParts: keptUntilSpent(inParts),
    returnForCash: keptUntilSpent(paidInParts),
    countTill: keptUntilSpent(withNewShift),
    voidCashSale: cashSale,
    voidIncome: incomeEntry,
    updateCategory: category,
    deleteCategory: category,
    updateUnit: unit,
    deleteUnit: unit,
    updateProduct: product,
    deleteProduct: product,
    changeProducts: manyProducts,
    deleteProducts: manyProducts,
    takeCart: keptUntilSpent(cart),
    returnCart: keptUntilSpent(taken),
    deleteCart: keptUntilSpent(cart),
  };
  return {
    shop,
    olena,
    tokens: { ...tokens, display },
    device,
    /** The id in the path of an endpoint's request. */
    target: (operationId: string): Promise<number> => targets[operationId]?.() ?? Promise.resolve(1),
    /** The record may be changed or gone: the next request uses another. */
    spent: (operationId: string): void => targets[operationId]?.spent?.(),
    paid,
    /** Makes a payment that is in the bank's statement alone, and returns its id there. */
    pastKramar,
  };
};

export type Stage = Awaited<ReturnType<typeof setStage>>;

const create = async (client: Client, path: string, body: object): Promise<number> => {
  const answer = await client.post<{ id: number }>(path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.id;
};

/**
 * Sets a printer at which nothing listens. The first receipt waits for it for as long as the clock stands still, and
 * those after it are not tried, so that the service writes no outcome between two requests.
 */
const keepPrinterAway = async ({ console, config, owner }: Shop, invoice: number): Promise<void> => {
  changeSetting(console.db, config.dataDir, 'printer_address', '127.0.0.1:9');
  await owner.post(`invoices/${invoice}/print/`);
  await vi.waitFor(() => expect(lastPrintJob(console.db, invoice)?.fault).toBe('refused'));
};

const spareTerminal = async (shop: Shop): Promise<number> => {
  const [, merchant] = shop.bank.merchants;
  return (await addTerminal(shop.console, { name: 'Друга', token: merchant?.token ?? '' })).id;
};

const keptUntilSpent = (make: Target): Target & { spent: () => void } => {
  let kept: Promise<number> | undefined;
  const target = () => {
    kept ??= make();
    return kept;
  };
  return Object.assign(target, {
    spent: () => {
      kept = undefined;
    },
  });
};
