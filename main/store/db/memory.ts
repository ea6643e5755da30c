/** Work that waits for the next commit (group-commit.ts). */
export interface Waiting {
  /** Runs in the open transaction; returns what to do once that is on the disk. */
  run(): () => void;
  /** Runs in a transaction of its own. */
  runAlone(): void;
}

/** What is known of one open connection beside the file; it ends with the connection. */
export interface ConnectionMemory {
  commits: { waiting: Waiting[]; soon?: NodeJS.Immediate | undefined; later?: NodeJS.Timeout | undefined };
  /** Outcomes that the disk refused, by their attempt (money/journal/attempts.ts). */
  deferred: Map<number, () => void>;
  /** The search index merges only at a call (checkpoints.ts). */
  mergesByHand: boolean;
  /** How often trigrams occur in so many texts (invoices/search/trigrams.ts). */
  trigrams: { size: number; counts: Map<string, number>; sample?: readonly string[] };
}

export const createMemory = (): ConnectionMemory => ({
  commits: { waiting: [] },
  deferred: new Map(),
  mergesByHand: false,
  trigrams: { size: 0, counts: new Map() },
});
