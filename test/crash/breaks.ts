import { registerHooks } from 'node:module';

/**
 * Safeties that can be taken out of the program, in memory and from outside, to show that the crash test notices.
 * Each names the points at which their want is felt.
 */
interface Break {
  /** Under main/. */
  file: string;
  /** The text that it finds, and its replacement. */
  changes: readonly (readonly [find: string, put: string])[];
  /** Killed there, in turn. */
  points: readonly string[];
}

const nothing = (exported: string, value: string): readonly [string, string] => [
  `export const ${exported} =`,
  `export const ${exported} = ${value};\nconst broken_${exported} =`,
];

export const BREAKS: Readonly<Record<string, Break>> = {
  resolver: {
    file: 'money/journal/resolve-attempts.ts',
    changes: [
      nothing('settleCreation', 'async () => undefined'),
      nothing('resolveTerminal', 'async () => {}'),
    ],
    points: ['create: the bank has acted, no answer yet', 'refund: the bank has acted, no answer yet'],
  },
  idempotency: {
    file: 'money/journal/idempotency.ts',
    changes: [
      ['if (kept) return', 'if (false) return'],
      ['attempt,\n    keep: (', 'attempt: undefined,\n    keep: () => {},\n    broken: ('],
    ],
    points: ['create: as the 201 leaves', 'create: after transaction 2, before the answer'],
  },
  'pending-at-start': {
    file: 'money/journal/attempts.ts',
    changes: [nothing('doubtPendingAttempts', '() => 0')],
    points: ['create: after transaction 1', 'create: the bank has answered, before transaction 2'],
  },
  'transaction-2': {
    file: 'money/journal/attempts.ts',
    changes: [['await groupCommit(db, () => record(answer))', 'record(answer)']],
    points: ['create: in transaction 2, the invoice written'],
  },
  'statement-tag': {
    file: 'money/statement/write-items.ts',
    changes: [['attemptByTag(db, tag)', "attemptByTag(db, '')"]],
    points: ['create: the bank has acted, no answer yet'],
  },
  slices: {
    file: 'money/statement/write-items.ts',
    changes: [['statement.db.transaction(() => {', '((work: () => Written) => work())(() => {']],
    points: ['statement: in a slice'],
  },
  'refund-tag': {
    file: 'money/refund/refund.ts',
    changes: [['extRef: attempt.tag,', '']],
    points: ['refund: the bank has acted, no answer yet'],
  },
  'one-refund': {
    file: 'money/refund/refund-journal.ts',
    changes: [['if (open) throw secondRefund(', 'if (false as boolean && open) throw secondRefund(']],
    points: ['refund: the bank has acted, no answer yet'],
  },
  'refund-lookup': {
    file: 'money/refund/refund-journal.ts',
    changes: [['extRef === open.tag', "extRef === ''"]],
    points: ['refund: the bank has acted, no answer yet'],
  },
  'fifteen-minutes': {
    file: 'money/refund/refund-journal.ts',
    changes: [['const GIVE_UP_DOUBT_MS = 15 * MINUTE_MS;', 'const GIVE_UP_DOUBT_MS = 0;']],
    points: ['refund: the bank has acted, no answer yet'],
  },
  'keyed-cancel': {
    file: 'money/sale/cancel.ts',
    changes: [
      [
        'const settled = keyed?.attempt && (await settleEarlier(context, keyed.attempt));',
        'const settled = undefined as InvoiceRow | undefined;',
      ],
    ],
    points: ['refund: the bank has acted, no answer yet', 'refund: after transaction 2'],
  },
  'sibling-removal': {
    file: 'money/sale/sale-siblings.ts',
    changes: [
      [
        "if ((status === 'created' || status === 'failure') && !isUnpaid(sale.status)) {",
        'if (false as boolean) {',
      ],
    ],
    points: ['webhook: after it, before it is answered'],
  },
  'watcher-isolation': {
    file: 'jobs/poll-invoices.ts',
    changes: [
      [
        'else failures.postpone(invoice, failure);',
        'else {\n        scheduleCheck(db, invoice.id, 1);\n        throw failure;\n      }',
      ],
      ["if (error.inDoubt && pace.state().state !== 'unreachable')", 'if (false as boolean)'],
    ],
    points: ['create: as the 201 leaves'],
  },
  'statement-isolation': {
    file: 'bank/client.ts',
    changes: [
      [
        'const { list: items, misfits, ignored } = checked;',
        "const { list: items, misfits, ignored } = checked;\n    if (misfits.length > 0) throw new BankError('BAD_GATEWAY', 'broken', { inDoubt: true });",
      ],
    ],
    points: ['create: the bank has acted, no answer yet'],
  },
  migration: {
    file: 'store/migrate.ts',
    changes: [['connection.transaction(bringUpToDate).immediate();', 'bringUpToDate();']],
    points: ['update: in the migration'],
  },
  'cut-off-runs': {
    file: 'jobs/background.ts',
    changes: [['cutOffJobRuns(db);', '']],
    points: ['job: the run is written'],
  },
};

export const breakNamed = (name: string): Break => {
  const found = Object.hasOwn(BREAKS, name) ? BREAKS[name] : undefined;
  if (!found) throw new Error(`There is no break "${name}"; there are: ${Object.keys(BREAKS).join(', ')}.`);
  return found;
};

/** In the service: its source is changed as it is loaded. */
export const breakProgram = (name: string): void => {
  const { file, changes } = breakNamed(name);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/main/${file}`)) return loaded;
      let source = Buffer.from(loaded.source as Uint8Array).toString();
      for (const [find, put] of changes) {
        // Otherwise the break would break nothing, and the test would seem to notice nothing.
        if (!source.includes(find))
          throw new Error(`main/${file} has changed: there is no «${find}» any more.`);
        source = source.replace(find, () => put);
      }
      return { ...loaded, source };
    },
  });
};
