/**
 * Merges the segments of the search index into one. Written invoice after invoice in their order, as migration 005 does
 * and a long first statement, it consists of large ones; FTS5 merges those later, while invoices are written, a common
 * trigram of all invoices at once: at a million, every 64th sale took 50 ms for some thousand sales, and the statement
 * of 10,000 lines 4.5 s instead of 2.9. Here it takes 2.2 s (https://sqlite.org/fts5.html#the_optimize_command).
 */
export const oneSegment = [
  { what: 'search index merged', sql: "insert into invoices_text (invoices_text) values ('optimize')" },
];
