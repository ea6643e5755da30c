import { isOpenStatus } from '../../../shared/api/statuses.ts';
import { BankError, PAUSED } from '../../bank/errors.ts';
import type { BankFiscalCheck } from '../../bank/wire.ts';
import { fieldRefusal } from '../../shop/errors.ts';
import {
  FIRST_REQUEST_MS,
  isConclusive,
  nextRequestAt,
  nextTrialAt,
  returnStatuses,
  saleStatus,
} from '../../shop/fiscal/plan.ts';
import { invoiceThing, noteReadable, type UnreadableThing } from '../../shop/unreadable.ts';
import type { Db } from '../../store/db/connection.ts';
import {
  findFiscalCheck,
  findFiscalTerminal,
  postponeFiscalReturns,
  putFiscalCheck,
  putFiscalDocuments,
  putFiscalReturn,
  putFiscalTerminal,
} from '../../store/fiscal.ts';
import type { InvoiceRow } from '../../store/invoices/invoices.ts';
import { refundsByTime } from '../../store/invoices/refunds.ts';
import { type InvoiceContext, tokenOf } from './refresh.ts';
import { wasPaid } from './status.ts';

type FiscalContext = Pick<InvoiceContext, 'db' | 'bank' | 'openToken' | 'now'>;

interface FiscalChecks {
  /** Milliseconds UTC. */
  requestedAt: number;
  checks: BankFiscalCheck[];
}

/**
 * Requests the fiscal checks of a payment and stores the status. Refuses unpaid invoices without a request.
 * @throws ValidationError, BankError
 */
export const fetchFiscalChecks = async (
  context: FiscalContext,
  invoice: InvoiceRow,
): Promise<FiscalChecks> => {
  const { status } = invoice;
  if (!wasPaid(status)) {
    const what = isOpenStatus(status) ? 'has not been paid yet' : 'was never paid';
    throw fieldRefusal('status', `is_${status}`, `The invoice ${what}; there is no fiscal check.`);
  }
  const token = await tokenOf(context, invoice.terminal_id, invoice.terminal_name);
  const checks = await context.bank.fiscalChecks(token, invoice.invoice_id);
  const requestedAt = context.now();
  context.db.transaction(() => {
    noteChecks(context.db, invoice, checks, requestedAt);
    noteReadable(context.db, fiscalThing(invoice), requestedAt);
  });
  return { requestedAt, checks };
};

/**
 * The PDF of one check; without an id, of the first that has a PDF.
 * @throws ValidationError, BankError
 */
export const fiscalFileOf = async (
  context: FiscalContext,
  invoice: InvoiceRow,
  checkId: string | undefined,
): Promise<Buffer> => {
  const { checks } = await fetchFiscalChecks(context, invoice);
  const wanted =
    checkId === undefined ? checks.filter(({ file }) => file) : checks.filter(({ id }) => id === checkId);
  const [check] = wanted;
  if (!check && checkId !== undefined)
    throw fieldRefusal('check', 'not_found', 'The bank knows no fiscal check with this id for this invoice.');
  if (!check?.file)
    throw fieldRefusal('check', 'not_ready', 'There is no file of a fiscal check yet. Ask again later.');
  return check.file;
};

/** The check's address at the tax office. Screens and files make a link of it: only web addresses pass. */
export const taxAddress = ({ taxUrl }: Pick<BankFiscalCheck, 'taxUrl'>): string =>
  taxUrl !== null && /^https?:\/\//i.test(taxUrl) ? taxUrl : '';

const documentOf = (check: BankFiscalCheck) => ({
  check_id: check.id,
  type: check.type,
  status: check.status,
  status_description: check.statusDescription ?? '',
  source: check.fiscalizationSource ?? '',
  tax_url: taxAddress(check),
});

const noteChecks = (db: Db, invoice: InvoiceRow, checks: readonly BankFiscalCheck[], now: number): void =>
  db.transaction(() => {
    const paidDate = invoice.paid_date ?? now;
    const { status, description } = saleStatus(checks);
    putFiscalCheck(db, {
      invoice_id: invoice.id,
      status,
      status_description: description,
      asked_at: now,
      next_ask_at: nextRequestAt(paidDate, status, now),
    });
    putFiscalDocuments(db, invoice.id, checks.map(documentOf));
    noteReturns(db, invoice.id, checks, now);
    if (checks.length > 0) noteFiscalises(db, invoice.terminal_id, now, checks);
    else if (isConclusive(paidDate, now)) noteInVain(db, invoice.terminal_id, now);
  });

/** The check of each refund, in order of time. */
const noteReturns = (db: Db, invoiceId: number, checks: readonly BankFiscalCheck[], now: number): void => {
  const refunds = refundsByTime(db, invoiceId);
  const states = returnStatuses(checks, refunds.length);
  for (const [at, { id, refunded_at }] of refunds.entries()) {
    const { status, description } = states[at] ?? { status: 'none', description: '' };
    const next_ask_at = nextRequestAt(refunded_at, status, now);
    putFiscalReturn(db, {
      refund_id: id,
      status,
      status_description: description,
      asked_at: now,
      next_ask_at,
    });
  }
};

/** One check is enough: from then on each payment of the terminal is requested. */
const noteFiscalises = (
  db: Db,
  terminal_id: number,
  now: number,
  checks: readonly BankFiscalCheck[],
): void => {
  const known = findFiscalTerminal(db, terminal_id);
  const source = checks.at(-1)?.fiscalizationSource ?? '';
  if (typeof known?.fiscalises_since === 'number' && known.source === source) return;
  const fiscalises_since = known?.fiscalises_since ?? now;
  putFiscalTerminal(db, { terminal_id, fiscalises_since, asked_in_vain: 0, next_ask_at: null, source });
};

const noteInVain = (db: Db, terminal_id: number, now: number): void => {
  const known = findFiscalTerminal(db, terminal_id);
  if (typeof known?.fiscalises_since === 'number') return;
  const asked_in_vain = (known?.asked_in_vain ?? 0) + 1;
  const next_ask_at = nextTrialAt(asked_in_vain, now);
  putFiscalTerminal(db, { terminal_id, fiscalises_since: null, asked_in_vain, next_ask_at, source: '' });
};

/** No request was sent to the bank. */
const NOT_ASKED: readonly string[] = [PAUSED, 'TOKEN_MISSING', 'MOVED_AWAY'];
/** The request itself was valid. */
const SILENT: readonly string[] = ['TIMEOUT', 'UNREACHABLE', 'TMR'];

export const fiscalThing = (invoice: InvoiceRow): UnreadableThing => ({
  ...invoiceThing(invoice),
  kind: 'fiscal_check',
});

/** No usable answer: the payment waits, so that it does not hold up the others. */
export const noteNoAnswer = ({ db, now }: FiscalContext, invoice: InvoiceRow, error: unknown): void => {
  const code = error instanceof BankError ? error.code : '';
  if (NOT_ASKED.includes(code)) return;
  const isSilent = SILENT.includes(code);
  const at = now();
  db.transaction(() => {
    const known = findFiscalCheck(db, invoice.id) ?? {
      invoice_id: invoice.id,
      status: 'none' as const,
      status_description: '',
      asked_at: null,
    };
    const next_ask_at = isSilent
      ? at + FIRST_REQUEST_MS
      : nextRequestAt(invoice.paid_date ?? at, known.status, at);
    putFiscalCheck(db, { ...known, next_ask_at });
    postponeFiscalReturns(db, invoice.id, at + FIRST_REQUEST_MS);
    if (!isSilent) noteInVain(db, invoice.terminal_id, at);
  });
};
