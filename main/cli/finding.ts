import type { TerminalRow } from '../store/terminals.ts';

/** One line of doctor. */
export interface Finding {
  check: string;
  /** A warning can wait; a problem keeps the shop from working. */
  status: 'ok' | 'warning' | 'problem';
  /** What was found and, unless ok, what to do. */
  detail: string;
}

const finding =
  (status: Finding['status']) =>
  (check: string, detail: string): Finding => ({ check, status, detail });

export const ok = finding('ok');
export const warning = finding('warning');
export const problem = finding('problem');

/** What doctor reads from the database. */
export interface Facts {
  installationId: string | undefined;
  /** Where backups are kept. */
  backupFolder: string;
  owner: string | undefined;
  terminals: readonly TerminalRow[];
  attemptsInDoubt: number;
  openInvoices: number;
  /** Whether the kept sums count as many invoices as there are. */
  countsAgree: boolean;
}
