import { COMMANDS, GROUPS } from '../../main/cli/commands.ts';
import { commandHelp } from '../../main/cli/help.ts';
import { refusalSchema, schemaOf } from '../../main/cli/schemas.ts';

/** Makes docs/command-line.md and docs/command-line.schema.json of the commands' own descriptions. */

const CONSOLE = 'kramar-admin';

const HEAD = `# Commands

For who runs the shop's PC, and for programs that call the console. This page is made by \`npm run node -- test/cli/write-reference.ts\` from what \`help\` shows; a test finds one that is older.

The console is \`npm run admin -- COMMAND\` in a checkout, \`kramar-admin COMMAND\` in an installed program on Windows and \`kramar --admin COMMAND\` on Linux; on this page it is always \`${CONSOLE}\`.

With \`--json\` a command prints one JSON object on stdout and nothing else (with npm: \`npm run -s admin -- …\`). Its fields are in [command-line.schema.json](command-line.schema.json) (JSON Schema), where \`commands\` has one schema for each command and \`refusal\` that of a command that was refused: \`{"ok": false, "code": …, "detail": …}\`. New fields may be added; none changes its meaning.

Exit code: 0 done, 1 refused (with the reason), 2 wrong usage, 130 interrupted.
`;

const section = (name: string): string[] => {
  const command = COMMANDS[name];
  if (!command) return [];
  return [`### ${name}`, '', '```', ...commandHelp(CONSOLE, name, command), '```', ''];
};

export const referencePage = (): string =>
  [
    HEAD,
    ...GROUPS.flatMap(([title, commands]) => [`## ${title}`, '', ...Object.keys(commands).flatMap(section)]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');

export const referenceSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'What the commands of Kramar print with --json',
  refusal: refusalSchema(),
  commands: Object.fromEntries(Object.entries(COMMANDS).map(([name, command]) => [name, schemaOf(command)])),
});
