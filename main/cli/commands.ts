import type { Commands } from './command.ts';
import { backupCommands } from './commands/backups.ts';
import { terminalCommands } from './commands/bank.ts';
import { computerCommands } from './commands/computer.ts';
import { copyCommands, movingCommands } from './commands/copies.ts';
import { databaseCommands } from './commands/database.ts';
import { archiveCommands } from './commands/exports.ts';
import { keyCommands } from './commands/keys.ts';
import { employeeCommands, ownerCommands } from './commands/people.ts';
import { serviceCommands } from './commands/service.ts';
import { logoCommands, settingCommands } from './commands/settings.ts';
import { webhookCommands } from './commands/webhooks.ts';

/** Every command, in the order of the help. */
export const GROUPS: readonly (readonly [title: string, commands: Commands])[] = [
  ['Owner and employees', { ...ownerCommands, ...employeeCommands }],
  ['Bank terminals', terminalCommands],
  ['Till apps', { ...keyCommands, ...webhookCommands }],
  ['Settings', { ...settingCommands, ...logoCommands }],
  ['Backups and database', { ...backupCommands, ...databaseCommands }],
  ['Copies, moving, archives', { ...copyCommands, ...movingCommands, ...archiveCommands }],
  ['This computer', { ...serviceCommands, ...computerCommands }],
];

export const COMMANDS: Commands = Object.assign({}, ...GROUPS.map(([, commands]) => commands));

export const commandNames: readonly string[] = Object.keys(COMMANDS);

/** The commands that begin with this word: of `terminal` all that concern terminals. */
export const familyOf = (word: string): string[] =>
  commandNames.filter((name) => name.startsWith(`${word} `));
