import { cashRegister, cashRegisterQr, cashRegisterQuery } from '../../../shared/api/cash-registers.ts';
import { PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import { present } from '../../platform/present.ts';
import { loadCashRegister, narrowTerminal } from '../../shop/accounts/scope.ts';
import { type CashRegisterRow, listCashRegisters } from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
import { defineExtension } from '../extension.ts';
import { defineRoute, type Route } from '../route.ts';

const presentCashRegister = (row: CashRegisterRow) =>
  present(cashRegister, { ...row, terminal: row.terminal_id });

const presentQr = (row: CashRegisterRow) => present(cashRegisterQr, { ...row, cash_register: row.id });

export const cashRegisterRoutes = (db: Db): Route[] => [
  defineRoute({
    at: 'GET cash-registers/',
    id: 'listCashRegisters',
    summary: 'List QR cash registers',
    answer: pageOf(cashRegister),
    access: 'member',
    query: cashRegisterQuery,
    handler: ({ actor, query, paginate }) =>
      paginate(
        PAGE_SIZES,
        (slice) => listCashRegisters(db, narrowTerminal(query, actor), slice),
        presentCashRegister,
      ),
  }),
  defineRoute({
    at: 'GET cash-registers/{id}/',
    id: 'getCashRegister',
    summary: 'Read a QR cash register',
    answer: cashRegister,
    access: 'member',
    load: loadCashRegister(db),
    handler: ({ target }) => presentCashRegister(target),
  }),
  defineExtension({
    at: 'GET cash-registers/{id}/qr/',
    id: 'getCashRegisterQr',
    summary: 'Read what the printed QR code of a cash register leads to',
    description: 'To print it as a stand.',
    answer: cashRegisterQr,
    access: 'member',
    load: loadCashRegister(db),
    handler: ({ target }) => presentQr(target),
  }),
];
