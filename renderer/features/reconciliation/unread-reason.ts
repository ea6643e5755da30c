/** The service's reasons for skipped rows (main/domain/reconciliation/till.ts), which the screens translate. */
const REASONS = {
  noReference: /^It has no order number\.$/,
  total: /^It is a sum of other rows\.$/,
  noAmount: /^"(?<typed>.*)" is no amount\.$/s,
} as const;

interface KnownReason {
  reason: keyof typeof REASONS;
  /** The cell's text; "" where it is not the cause. */
  typed: string;
}

/** undefined: an unknown reason; its original text is shown. */
export const unreadReason = (detail: string): KnownReason | undefined => {
  for (const reason of ['noReference', 'total', 'noAmount'] as const) {
    const found = REASONS[reason].exec(detail);
    if (found) return { reason, typed: found.groups?.typed ?? '' };
  }
  return undefined;
};
