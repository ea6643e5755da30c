/** What the service says of a row that says nothing (main/domain/reconciliation/till.ts), to be told in the shop's words. */
const REASONS = {
  noReference: /^It has no order number\.$/,
  total: /^It is a sum of other rows\.$/,
  noAmount: /^"(?<typed>.*)" is no amount\.$/s,
} as const;

interface KnownReason {
  reason: keyof typeof REASONS;
  /** What stands there; "" where that is not the matter. */
  typed: string;
}

/** undefined: none that is known; the words themselves are then all there is. */
export const unreadReason = (detail: string): KnownReason | undefined => {
  for (const reason of ['noReference', 'total', 'noAmount'] as const) {
    const found = REASONS[reason].exec(detail);
    if (found) return { reason, typed: found.groups?.typed ?? '' };
  }
  return undefined;
};
