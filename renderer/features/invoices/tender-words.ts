/** What sales are paid by, by the names of the interface. */
export const TENDER_WORDS = { qr: 'words.qr', cash: 'words.cash', parts: 'words.inParts' } as const;
