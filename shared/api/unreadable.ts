/** What a record can be about that the bank sends and Kramar cannot read. */
export const UNREADABLE_KINDS = ['invoice', 'statement_line', 'fiscal_check', 'register', 'attempt'] as const;
