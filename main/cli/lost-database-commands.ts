import type { LostDatabase } from '../domain/backups/lost-database.ts';
import { consoleCommand } from './console-command.ts';

/** What the owner can do about a lost database on a command line, as commands that run as they stand. */
export const commandsFor = ({ dataDir, newest }: LostDatabase) => ({
  /** Undefined where no backup is known to be sound. */
  restore: newest && consoleCommand(dataDir, 'backup', 'restore', newest.name),
  list: consoleCommand(dataDir, 'backup', 'list'),
  startAnew: consoleCommand(dataDir, 'database', 'start-anew'),
});

/** Lines for a terminal: a command stands on one of its own, to be copied as it is. */
export const waysOut = (lost: LostDatabase): string[] => {
  const { restore, list, startAnew } = commandsFor(lost);
  return [
    restore ? 'To put the newest backup back:' : 'To see which backups there are:',
    `  ${restore ?? list}`,
    'To begin an empty shop instead, without the goods, people and invoices of the old one:',
    `  ${startAnew}`,
  ];
};
