import {
  cashRegister,
  cashRegisterQr,
  cashRegisterQuery,
  type RegisterState as RegisterStateAnswer,
  registerRelease,
  registerState as registerStateAnswer,
} from '../../../shared/api/cash-registers.ts';
import { numberDisplay } from '../../../shared/api/invoices.ts';
import { PAGE_SIZES, pageOf } from '../../../shared/api/pages.ts';
import {
  type RegisterState,
  type ReleaseContext,
  registerState,
  releaseRegister,
} from '../../money/bank-state/register-state.ts';
import { RIGHT_TO } from '../../money/guard/rights.ts';
import { present } from '../../platform/present.ts';
import { accountName } from '../../shop/accounts/accounts.ts';
import { loadCashRegister, narrowTerminal, seesInvoice } from '../../shop/accounts/scope.ts';
import type { Actor } from '../../shop/accounts/sessions.ts';
import { type CashRegisterRow, listCashRegisters } from '../../store/cash-registers.ts';
import type { Db } from '../../store/db/connection.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { defineExtension, defineRoute, type Route } from '../route.ts';

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

const presentInvoice = (db: Db, row: InvoiceRow) => ({
  ...row,
  number_display: numberDisplay(row.number),
  created_by: accountName(db, row.created_by),
});

const presentRegister = (db: Db, actor: Actor, { invoice, ...state }: RegisterState): RegisterStateAnswer =>
  present(registerStateAnswer, {
    ...state,
    cash_register: state.register.id,
    // The stand shows its amount to everybody; whose sale it is, only its maker and those who see all.
    invoice: invoice && seesInvoice(actor, invoice) ? presentInvoice(db, invoice) : null,
    asked_at: state.requestedAt,
  });

/** Shows and removes the invoice that waits on a QR register. */
export const registerStateRoutes = (context: ReleaseContext): Route[] => {
  const { db } = context;
  const load = loadCashRegister(db);
  return [
    defineExtension({
      at: 'GET cash-registers/{id}/state/',
      id: 'getCashRegisterState',
      summary: 'Ask the bank what is set on a QR cash register now',
      description: 'What the bank says at this moment. Waits for the bank.',
      answer: registerStateAnswer,
      callsBank: true,
      access: 'can_view_invoices',
      honoursScope: true,
      load,
      handler: async ({ actor, target }) => presentRegister(db, actor, await registerState(context, target)),
    }),
    defineExtension({
      at: 'POST cash-registers/{id}/release/',
      id: 'releaseCashRegister',
      summary: 'Take the amount off a QR cash register',
      description:
        'The amount is taken off; the answer is what is on the register then. The invoice may still be ' +
        'paid on its own page, so cancel it if it must not be. While it is being paid the bank refuses: ' +
        '502 with ORDER_IN_PROGRESS. With no amount set nothing is done. Waits for the bank. After any ' +
        'other 502 read its state for the outcome.',
      answer: registerStateAnswer,
      callsBank: true,
      access: RIGHT_TO.cancel,
      load,
      body: registerRelease,
      examples: {
        expected: {
          summary: 'What was seen on it, and nothing else',
          value: { expected_invoice_id: 'p2_9ZgpZVsl3' },
        },
        any: { summary: 'Whatever is on it', value: {} },
      },
      handler: async ({ actor, target, body }) =>
        presentRegister(db, actor, await releaseRegister(context, actor, target, body)),
    }),
  ];
};
