/** A receipt for cash that went to the printer is a copy the next time, also after a restart. */
export const cashReceipt = {
  steps: 'alter table cash_sales add column receipt_sent_at integer;',
  undo: 'alter table cash_sales drop column receipt_sent_at;',
};
