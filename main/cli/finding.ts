import type { CheckRow } from '../store/actions.ts';
import type { TerminalRow } from '../store/terminals.ts';

/** One line of doctor. */
export interface Finding {
  check: string;
  /** A warning can wait; a problem keeps the shop from working. */
  status: 'ok' | 'warning' | 'problem';
  /** The observation and, unless ok, what to do. */
  detail: string;
}

const finding =
  (status: Finding['status']) =>
  (check: string, detail: string): Finding => ({ check, status, detail });

export const ok = finding('ok');
export const warning = finding('warning');
export const problem = finding('problem');

/** The part of the database that doctor reads. */
export interface Facts {
  installationId: string | undefined;
  backupFolder: string;
  /** Address of the practice bank that a demo has. */
  practiceBank: string | undefined;
  owner: string | undefined;
  terminals: readonly TerminalRow[];
  attemptsInDoubt: number;
  openInvoices: number;
  /** Whether the stored sums count all invoices. */
  countsAgree: boolean;
  /** The last comparison of the log of actions with a backup; undefined: none yet. */
  actions: CheckRow | undefined;
}
