import type { Book } from './book.ts';
import type { Invoice } from './records.ts';

const EARLY_MS = 5;

/**
 * Refunds that end, or begin to show, after a while: the webhook reports it at that time. Answers do not depend on the
 * timers, they follow the bank's clock.
 */
export function openRefundTimers(book: Book, press: (invoice: Invoice) => void) {
  const timers = new Set<NodeJS.Timeout>();

  function at(time: number, work: () => void): void {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        if (time <= book.now()) work();
        // Timers may end a moment early.
      },
      time - book.now() + EARLY_MS,
    );
    timer.unref();
    timers.add(timer);
  }

  return {
    changed({ invoiceId, refunds }: Invoice, before: Invoice | undefined): void {
      const isNew = refunds.length > (before?.refunds.length ?? 0);
      const { settles, shownFrom } = (isNew && refunds.at(-1)) || {};
      // Reading an invoice ends its refunds that are over, and the change is reported.
      if (settles) at(settles.at, () => book.find(invoiceId));
      if (shownFrom !== undefined)
        at(shownFrom, () => {
          const invoice = book.find(invoiceId);
          if (invoice) press(invoice);
        });
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
