import type { LostDatabase } from '../domain/backups/lost-database.ts';
import { consoleCommand } from './console-command.ts';

/** Complete commands by which the owner can recover a lost database. */
export const recoveryCommands = ({ dataDir, newest }: LostDatabase) => ({
  /** Undefined without a verified backup. */
  restore: newest && consoleCommand(dataDir, 'backup', 'restore', newest.name),
  list: consoleCommand(dataDir, 'backup', 'list'),
  startAnew: consoleCommand(dataDir, 'database', 'start-anew'),
});

/** Lines for a terminal: each command has its own line, to be copied. */
export const recoveryLines = (lost: LostDatabase): string[] => {
  const { restore, list, startAnew } = recoveryCommands(lost);
  return [
    restore ? 'To put the newest backup back:' : 'To see which backups there are:',
    `  ${restore ?? list}`,
    'To begin an empty shop instead, without the goods, people and invoices of the old one:',
    `  ${startAnew}`,
  ];
};
