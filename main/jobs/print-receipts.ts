import type { Printer } from '../money/receipt/printer.ts';
import type { Installation } from '../safekeeping/installation.ts';
import { createPaidReceipts } from '../shop/printing/jobs.ts';
import { cutOffPrintJobs } from '../store/print-jobs.ts';
import { createLoop, type Loop, type LoopHost } from './loop.ts';

const LOOK_EVERY_MS = 250;

/** Prints receipts apart from everything else, so that a printer that is away delays no sale. */
export const printReceipts = (
  installation: Pick<Installation, 'db' | 'now' | 'bankNow'>,
  printer: Printer,
  host: LoopHost,
): Loop => {
  const queuePaid = createPaidReceipts(installation);
  let isFirst = true;
  return createLoop({
    name: 'print receipts',
    everyMs: LOOK_EVERY_MS,
    host,
    round: async (isStopping) => {
      if (isFirst) cutOffPrintJobs(installation.db);
      isFirst = false;
      do queuePaid();
      while (!isStopping() && (await printer.printNext()));
    },
  });
};
