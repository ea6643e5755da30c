import Database from 'better-sqlite3';
import type { ActionFault } from '../../../shared/actions.ts';

/** The log of actions in a backup, compared with that in an earlier one. */
export interface ComparedActions {
  /** Actions of the earlier backup that were compared. */
  rows: number;
  /** "": every one is still there, unchanged. */
  fault: ActionFault | '';
  /** The first action that is missing or changed. */
  number: number | null;
}

const COLUMNS = [
  ...['at', 'actor', 'actor_id', 'actor_name', 'source', 'code'],
  ...['object', 'object_id', 'object_label', 'facts', 'previous_hash', 'hash'],
];
const columnsOf = (table: string): string => COLUMNS.map((name) => `${table}.${name}`).join(', ');

const COMPARED = `
  select count(*) over () as rows, before.number,
    case when after.number is null then 'missing'
      when (${columnsOf('after')}) is not (${columnsOf('before')}) then 'changed' else '' end as fault
  from earlier.actions before left join main.actions after on after.number = before.number
  where after.number is not null or before.at >= ?
  order by fault = '', before.number limit 1`;

/**
 * Compares the log of actions of two backups; a million actions take some seconds.
 * @param path the later backup
 * @param earlier the earlier one
 * @param keptSince older actions may be missing: they are pruned; milliseconds UTC
 */
export const compareActions = (path: string, earlier: string, keptSince: number): ComparedActions => {
  const connection = new Database(path, { readonly: true, fileMustExist: true });
  try {
    connection.pragma('trusted_schema = off');
    connection.prepare('attach ? as earlier').run(earlier);
    const first = connection.prepare<[number], ComparedActions & { number: number }>(COMPARED).get(keptSince);
    if (!first) return { rows: 0, fault: '', number: null };
    return { ...first, number: first.fault === '' ? null : first.number };
  } finally {
    connection.close();
  }
};
