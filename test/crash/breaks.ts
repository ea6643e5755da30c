import { registerHooks } from 'node:module';

/** The functions that hold the safeties. A renamed one, or one with other parameters, does not compile here; a moved one is found. */
interface Safeties
  extends Pick<typeof import('../../main/bank/client.ts'), 'createBank'>,
    Pick<typeof import('../../main/money/bank-state/refresh.ts'), 'refreshOneOfMany'>,
    Pick<typeof import('../../main/money/journal/attempts.ts'), 'doubtPendingAttempts' | 'runJournaled'>,
    Pick<typeof import('../../main/money/journal/idempotency.ts'), 'doOnce' | 'openKey'>,
    Pick<typeof import('../../main/money/journal/resolve-attempts.ts'), 'resolveTerminal' | 'settleCreation'>,
    Pick<
      typeof import('../../main/money/journal/open-money.ts'),
      'isWaitOver' | 'refuseSecondRequest' | 'settleOpenMoney'
    >,
    Pick<typeof import('../../main/money/sale/cancel.ts'), 'cancelInvoice'>,
    Pick<typeof import('../../main/money/sale/sale-siblings.ts'), 'checkSibling'>,
    Pick<typeof import('../../main/money/statement/write-items.ts'), 'writeItems'>,
    Pick<typeof import('../../main/store/invoices/attempts.ts'), 'attemptByTag' | 'countOpenAttempts'>,
    Pick<typeof import('../../main/store/invoices/invoices.ts'), 'countOpenInvoices'>,
    Pick<typeof import('../../main/store/job-runs.ts'), 'cutOffJobRuns'>,
    Pick<typeof import('../../main/store/migrate.ts'), 'migrate'> {}

/**
 * A safety that can be taken out of the program, in memory and from outside, to show that the crash test notices: each
 * exported function is replaced by one that is given the real one.
 */
interface Break {
  replacements: { [Name in keyof Safeties]?: (real: Safeties[Name]) => Safeties[Name] };
  /** The points at which the loss shows: killed there, in turn. */
  points: readonly string[];
}

const LOST_ANSWER = 'create: the bank has acted, no answer yet';
const LOST_REFUND = 'refund: the bank has acted, no answer yet';

export const BREAKS: Readonly<Record<string, Break>> = {
  resolver: {
    replacements: {
      settleCreation: () => async () => undefined,
      resolveTerminal: () => async () => undefined,
    },
    points: [LOST_ANSWER, LOST_REFUND],
  },
  idempotency: {
    replacements: {
      openKey: () => () => ({
        attempt: undefined,
        bind: () => undefined,
        keep: () => undefined,
        isKept: true,
      }),
    },
    points: ['create: as the 201 leaves', 'create: after transaction 2, before the answer'],
  },
  'pending-at-start': {
    replacements: { doubtPendingAttempts: () => () => 0 },
    points: ['create: after transaction 1', 'create: the bank has answered, before transaction 2'],
  },
  'transaction-2': {
    replacements: {
      // The outcome is written before the transaction that should hold it begins.
      runJournaled: (real) => (context, id, request, record, wasInDoubt) =>
        real(
          context,
          id,
          async () => record(await request()),
          (result) => result,
          wasInDoubt,
        ),
    },
    points: ['create: in transaction 2, the invoice written'],
  },
  'statement-tag': { replacements: { attemptByTag: () => () => undefined }, points: [LOST_ANSWER] },
  slices: {
    replacements: {
      writeItems:
        (real) =>
        (context, ...others) =>
          real({ ...context, db: { ...context.db, transaction: (work) => work() } }, ...others),
    },
    points: ['statement: in a slice'],
  },
  'refund-tag': {
    replacements: {
      createBank: (real) => (options) => {
        const bank = real(options);
        const untagged = ({ invoiceId, amount, items }: Parameters<typeof bank.cancelInvoice>[1]) => ({
          invoiceId,
          ...(amount === undefined ? {} : { amount }),
          items,
        });
        return {
          ...bank,
          // The bank keeps no entry of it under the attempt's tag.
          cancelInvoice: (token, request, permit) =>
            bank.cancelInvoice(token, untagged(request) as typeof request, permit),
        };
      },
    },
    points: [LOST_REFUND],
  },
  'one-refund': { replacements: { refuseSecondRequest: () => () => undefined }, points: [LOST_REFUND] },
  'refund-lookup': {
    replacements: {
      settleOpenMoney: (real) => (db, open, bank, times) =>
        real(
          db,
          open,
          { ...bank, cancelList: bank.cancelList?.map((each) => ({ ...each, extRef: null })) ?? null },
          times,
        ),
    },
    points: [LOST_REFUND],
  },
  'fifteen-minutes': {
    replacements: {
      isWaitOver:
        (real) =>
        (open, { requestedAt, bankNow, ...times }) =>
          real(open, { ...times, requestedAt: later(requestedAt), bankNow: later(bankNow) }),
    },
    points: [LOST_REFUND],
  },
  'keyed-cancel': {
    replacements: {
      cancelInvoice: (real) => (context, request) =>
        real(context, { ...request, keyed: request.keyed && { ...request.keyed, attempt: undefined } }),
    },
    points: [LOST_REFUND, 'refund: after transaction 2'],
  },
  'cash-key': {
    // The answer of the key is kept after the sale.
    replacements: { doOnce: () => (_db, _keyed, work) => work() },
    points: ['cash: committed, before its answer'],
  },
  'sibling-removal': {
    replacements: {
      checkSibling:
        (real) =>
        (context, ...sibling) =>
          real({ ...context, bank: { ...context.bank, removeInvoice: async () => undefined } }, ...sibling),
    },
    points: ['webhook: after it, before it is answered'],
  },
  'watcher-isolation': {
    replacements: {
      refreshOneOfMany: (real) => async (context, invoice, maxDelayMs) => {
        const failure = await real(context, invoice, maxDelayMs);
        // The watcher alone lets its writes wait for others.
        if (failure === undefined || maxDelayMs === undefined) return failure;
        const { scheduleCheck } = await import('../../main/store/invoices/invoices.ts');
        scheduleCheck(context.db, invoice.id, 1);
        throw new Error('One invoice could not be read, and ends the round.');
      },
    },
    points: ['create: as the 201 leaves'],
  },
  'statement-isolation': {
    replacements: {
      createBank: (real) => (options) => {
        const bank = real(options);
        return {
          ...bank,
          statement: async (...request) => {
            const list = await bank.statement(...request);
            const { BankError } = await import('../../main/bank/errors.ts');
            if (list.unreadable.length > 0) throw new BankError('BAD_GATEWAY', 'broken', { inDoubt: true });
            return list;
          },
        };
      },
    },
    points: [LOST_ANSWER],
  },
  'deletion-guard': {
    replacements: { countOpenInvoices: () => () => 0, countOpenAttempts: () => () => 0 },
    points: ['deletion: committed, before its answer'],
  },
  migration: {
    replacements: {
      migrate:
        (real) =>
        (connection, ...others) => {
          const inNone = (work: () => unknown) => Object.assign(() => work(), { immediate: work });
          Object.defineProperty(connection, 'transaction', { value: inNone, configurable: true });
          try {
            real(connection, ...others);
          } finally {
            Reflect.deleteProperty(connection, 'transaction');
          }
        },
    },
    points: ['update: in the migration'],
  },
  'cut-off-runs': { replacements: { cutOffJobRuns: () => () => 0 }, points: ['job: the run is written'] },
};

const QUARTER_MS = 15 * 60_000;

const later = (moment: number | undefined): number | undefined =>
  moment === undefined ? undefined : moment + QUARTER_MS;

export const breakNamed = (name: string): Break => {
  const found = Object.hasOwn(BREAKS, name) ? BREAKS[name] : undefined;
  if (!found) throw new Error(`There is no break "${name}"; there are: ${Object.keys(BREAKS).join(', ')}.`);
  return found;
};

/** Whether a source of the program exports a function of this name. */
export const exportsFunction = (source: string, name: string): boolean => declaration(name).test(source);

const declaration = (name: string): RegExp => new RegExp(`^export const ${name}\\b`, 'm');

/** The program's own sources: the practice bank is the other side of the wire. */
export const isOfProgram = (path: string): boolean => /\/main\/(?!practice-bank\/).*\.ts$/.test(path);

/**
 * The source with the functions of a break replaced: callers within the file get the replacement as well.
 * @param from the address of this file
 */
export const broken = (source: string, name: string, from: string = import.meta.url): string =>
  Object.keys(breakNamed(name).replacements)
    .filter((each) => exportsFunction(source, each))
    .reduce(
      (text, each) =>
        `${text.replace(declaration(each), `const real_${each}`)}
import { BREAKS as breaks_${each} } from '${from}';
export const ${each} = breaks_${each}['${name}'].replacements.${each}(real_${each});
`,
      source,
    );

/** In the service: its source is changed as it is loaded. */
export const breakProgram = (name: string): void => {
  breakNamed(name);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!isOfProgram(url)) return loaded;
      return { ...loaded, source: broken(Buffer.from(loaded.source as Uint8Array).toString(), name) };
    },
  });
};
