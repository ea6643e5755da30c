import type { HistoryEntry, InvoiceHistory } from '../../../../shared/api/invoice-extras.ts';

/** Unknown outcomes in the history: pure. */

const ENDINGS = new Set<HistoryEntry['type']>(['settled', 'refused', 'adopted', 'refunded']);

/** The last unresolved doubt; an amount means that it concerns a refund. */
export const openDoubt = (history: Pick<InvoiceHistory, 'results'> | undefined): HistoryEntry | undefined => {
  const entries = history?.results ?? [];
  const index = entries.findLastIndex(({ type }) => type === 'in_doubt');
  const after = entries.slice(index + 1);
  const isEnded = after.some(
    ({ type, status }) =>
      ENDINGS.has(type) || (type === 'status_changed' && (status === 'expired' || status === 'reversed')),
  );
  return isEnded ? undefined : entries[index];
};
