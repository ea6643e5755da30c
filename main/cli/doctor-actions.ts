import type { CheckRow } from '../store/actions.ts';
import { type Finding, ok, problem } from './finding.ts';

/** The result of the last comparison of the log of actions with a backup; undefined: none yet. */
export const checkActionLog = (check: CheckRow | undefined): Finding => {
  if (!check) return ok('actions', 'Each backup compares the log of actions with the backup before it.');
  const { at, rows, fault, number } = check;
  if (fault === '')
    return ok(
      'actions',
      `At the backup of ${new Date(at).toISOString()} every action of the one before was unchanged: ${rows}.`,
    );
  return problem(
    'actions',
    `Action ${number} ${fault === 'missing' ? 'is missing' : 'was changed'}: somebody has changed the log of actions past ` +
      'Kramar. Invoices and money are not affected. Keep a copy of the data folder; the earlier backups hold the log as ' +
      'it was (backup list).',
  );
};
