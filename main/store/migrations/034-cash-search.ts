/** Sales for cash are found by their remark and the names of their goods, by an index as that of invoices. */
export const cashSearch = {
  steps: [
    {
      what: 'texts of cash sales',
      sql: `
alter table cash_sales add column search_text text not null default '';
update cash_sales set search_text = fold(remark || coalesce(
  (select group_concat(char(10) || name, '' order by position) from cash_sale_items where cash_sale_id = cash_sales.id), ''));
`,
    },
    {
      what: 'search index of cash sales',
      sql: `
create virtual table cash_sales_text using fts5 (
  search_text, content='cash_sales', content_rowid='id', tokenize='trigram case_sensitive 1', detail=none, columnsize=0
);
insert into cash_sales_text (rowid, search_text) select id, search_text from cash_sales;
create trigger cash_sales_text_insert after insert on cash_sales begin
  insert into cash_sales_text (rowid, search_text) values (new.id, new.search_text);
end;
create trigger cash_sales_text_delete after delete on cash_sales begin
  insert into cash_sales_text (cash_sales_text, rowid, search_text) values ('delete', old.id, old.search_text);
end;
create trigger cash_sales_text_update after update of id, search_text on cash_sales
when old.id <> new.id or old.search_text <> new.search_text begin
  insert into cash_sales_text (cash_sales_text, rowid, search_text) values ('delete', old.id, old.search_text);
  insert into cash_sales_text (rowid, search_text) values (new.id, new.search_text);
end;
`,
    },
  ],
  undo: `
drop trigger cash_sales_text_insert;
drop trigger cash_sales_text_delete;
drop trigger cash_sales_text_update;
drop table cash_sales_text;
alter table cash_sales drop column search_text;
`,
};
