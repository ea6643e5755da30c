const FOLDED = "search_text = fold(search_text) where search_text glob '*[’ʼ‘`´]*'";

const table = (name: string) => ({ what: `apostrophes in ${name}`, sql: `update ${name} set ${FOLDED};` });

/** What was folded before an apostrophe was one letter, however it is typed (shared/text.ts), follows. */
export const apostrophes = {
  steps: [
    ...['accounts', 'terminals', 'categories', 'units', 'products', 'cash_sales'].map(table),
    {
      what: 'apostrophes in invoices',
      sql: '',
      parts: {
        last: 'select max(id) from (select id from invoices where id > ? order by id limit 20000)',
        sql: `update invoices set ${FOLDED} and id > ? and id <= ?`,
      },
    },
  ],
  undo: '',
};
