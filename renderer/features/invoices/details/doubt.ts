import type { HistoryEntry, InvoiceHistory } from '../../../../shared/api/invoice-extras.ts';

/** What is not known to have happened, by the history: pure. */

const ENDINGS = new Set<HistoryEntry['type']>(['settled', 'refused', 'adopted', 'refunded']);

/** The last doubt that nothing after it has settled; its amount tells that it is about a refund. */
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
