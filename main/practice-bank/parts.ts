import { openBook, openJournal } from './book.ts';
import { openClock } from './clock.ts';
import { openFaults } from './faults.ts';
import { type MerchantSeed, merchantOf, PRACTICE_MERCHANTS } from './merchants.ts';
import type { CaptureMode } from './payments.ts';
import { openPoisons } from './poison.ts';
import { type FiscalModes, statusBody } from './present.ts';
import type { RefundMode } from './refunds.ts';
import { openRefundTimers, openWebhooks } from './webhooks.ts';

export interface PracticeBankOptions {
  /** 0, the default, takes any free port; the host is always 127.0.0.1. */
  readonly port?: number;
  /** Every change of an invoice is appended here and read back at the next start; without it nothing is stored. */
  readonly journalFile?: string;
  /** Milliseconds UTC, for tests of expiry. */
  readonly now?: () => number;
  readonly merchants?: readonly MerchantSeed[];
  /** Pause between the three attempts of a webhook, milliseconds (default 1000). */
  readonly webhookRetryMs?: number;
}

/** A request before any fault. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed; undefined when absent or not JSON. */
  readonly body: unknown;
  /** Milliseconds UTC. */
  readonly at: number;
}

const REQUESTS_KEPT = 10_000;

export type Parts = ReturnType<typeof openParts>;

/** The parts of the bank, without the server. */
export function openParts(options: PracticeBankOptions) {
  const merchants = (options.merchants ?? PRACTICE_MERCHANTS).map(merchantOf);
  const journal = openJournal(options.journalFile);
  const clock = openClock(options.now ?? Date.now);
  const poisons = openPoisons();
  const webhooks = openWebhooks({
    retryMs: options.webhookRetryMs ?? 1000,
    bodyOf: (invoice) => poisons.alter('status', invoice.invoiceId, statusBody(invoice, clock.now())),
  });
  const book = openBook({
    merchants,
    journal,
    now: clock.now,
    onChange(after, before) {
      webhooks.changed(after, before);
      refundTimers.changed(after, before);
    },
  });
  const refundTimers = openRefundTimers(book, webhooks.resend);
  const modes: Modes = {
    refund: { mode: 'success' },
    capture: { first: 'captured' },
    fiscal: { sale: 'done', return: 'done' },
  };
  return {
    merchants,
    journal,
    clock,
    poisons,
    webhooks,
    faults: openFaults(),
    book,
    refundTimers,
    modes,
    ...openRequestLog(),
  };
}

/** Chosen by the controls. */
interface Modes {
  refund: RefundMode;
  capture: CaptureMode;
  fiscal: FiscalModes;
}

/** The latest ten thousand requests under /api/, newest last. */
function openRequestLog() {
  const requests: ReceivedRequest[] = [];
  const record = (request: ReceivedRequest): void => {
    requests.push(request);
    if (requests.length > REQUESTS_KEPT) requests.shift();
  };
  return { requests, record };
}
