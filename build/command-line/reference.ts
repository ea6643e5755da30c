import { COMMANDS, GROUPS } from '../../main/cli/commands.ts';
import { commandHelp } from '../../main/cli/help.ts';
import { refusalSchema, schemaOf } from '../../main/cli/schemas.ts';

/** Makes docs/command-line.md and docs/command-line.schema.json of the commands' own descriptions. */

const CONSOLE = 'kramar-admin';

const HEAD = `# Commands

For who runs the shop's PC, and for programs that call the console. This page is made by \`npm run node -- test/cli/write-reference.ts\` from what \`help\` shows; a test finds one that is older.

The console is \`npm run admin -- COMMAND\` in a checkout, \`kramar-admin COMMAND\` in an installed program on Windows and \`kramar --admin COMMAND\` on Linux; on this page it is always \`${CONSOLE}\`.

With \`--json\` a command prints one JSON object on stdout and nothing else (with npm: \`npm run -s admin -- …\`). Its fields are below and, as JSON Schema, in [command-line.schema.json](command-line.schema.json), where \`commands\` has one schema for each command and \`refusal\` that of a command that was refused: \`{"ok": false, "code": …, "detail": …}\`. New fields may be added; none changes its meaning.

Exit code: 0 done, 1 refused (with the reason), 2 wrong usage, 130 interrupted.
`;

interface Fields {
  type?: string | string[];
  description?: string;
  properties?: Record<string, Fields>;
  items?: Fields;
  anyOf?: Fields[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
}

const typeOf = ({ type, items, anyOf, enum: choices, const: one }: Fields): string => {
  if (one !== undefined) return JSON.stringify(one);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(', ');
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  return [type ?? 'any'].flat().join(' or ');
};

const inner = (field: Fields): Fields | undefined =>
  field.properties
    ? field
    : field.items?.properties
      ? field.items
      : field.anyOf?.find(({ properties }) => properties);

const rows = (fields: Fields, prefix = ''): string[] =>
  Object.entries(fields.properties ?? {}).flatMap(([name, field]) => {
    const nested = inner(field);
    const isOptional = !fields.required?.includes(name);
    const meaning = [isOptional ? 'May be absent.' : '', field.description ?? ''].filter(Boolean).join(' ');
    const row = `| \`${prefix}${name}\` | ${typeOf(field)} | ${meaning} |`;
    return [row, ...(nested ? rows(nested, `${prefix}${name}${field.items ? '[]' : ''}.`) : [])];
  });

const section = (name: string): string[] => {
  const command = COMMANDS[name];
  if (!command) return [];
  const schema = schemaOf(command) as Fields;
  const fields = schema.properties ? schema : (schema.anyOf?.[0] ?? {});
  return [
    `### ${name}`,
    '',
    '```',
    ...commandHelp(CONSOLE, name, command),
    '```',
    '',
    '| field | type | meaning |',
    '|---|---|---|',
    ...rows(fields),
    '',
  ];
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
