import { toJsonSchema } from '@valibot/to-json-schema';
import type { Command } from '../../main/cli/command.ts';
import { COMMANDS, GROUPS } from '../../main/cli/commands.ts';
import { optionUsage, sentence } from '../../main/cli/help.ts';
import { COMMON_OPTIONS, OPTIONS, type OptionName, optionOf } from '../../main/cli/options.ts';
import { refusal } from '../../main/cli/results.ts';

/** The JSON Schema (draft 2020-12) of what a command prints with --json. */
export const schemaOf = ({ result }: Pick<Command, 'result'>): object => {
  const { $schema: _, ...schema } = toJsonSchema(result, {
    target: 'draft-2020-12',
    typeMode: 'input',
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'loose_object' ? { ...jsonSchema, additionalProperties: true } : undefined,
  });
  return schema;
};

export const refusalSchema = (): object => schemaOf({ result: refusal });

/** Makes docs/command-line.md and docs/command-line.schema.json of the commands' own descriptions. */

const CONSOLE = 'kramar-admin';

const HEAD = `# Commands

For who runs the shop's PC, and for programs that call the console. This page is made by \`npm run node -- test/cli/write-reference.ts\` of the commands' own descriptions. [Options](#options) are explained at the end, and by \`help COMMAND\`.

The console is \`npm run admin -- COMMAND\` in a checkout, \`kramar-admin COMMAND\` in an installed program on Windows and \`kramar --admin COMMAND\` on Linux; on this page it is always \`${CONSOLE}\`.

With \`--json\` a command prints one JSON object on stdout and nothing else (with npm: \`npm run -s admin -- …\`). Its fields are in [command-line.schema.json](command-line.schema.json) (JSON Schema): \`commands\` has a schema for each command, \`refusal\` that of a refused one, \`{"ok": false, "code": …, "detail": …}\`. New fields may be added; none changes its meaning.

Exit code: 0 done, 1 refused (with the reason), 2 wrong usage, 130 interrupted.
`;

const usage = (name: string, { operands = [], options = [] }: Command): string =>
  [CONSOLE, name, ...operands, ...options.map((option) => `[${optionUsage(option)}]`)].join(' ');

const section = ([name, command]: [string, Command]): string[] => [
  `### ${name}`,
  '',
  [sentence(command.summary), ...(command.details ?? [])].join(' '),
  '',
  '```',
  `Usage: ${usage(name, command)}`,
  // The usage says these already.
  ...command.examples
    .filter((example) => ![name, `${name} --json`].includes(example))
    .map((example) => `${CONSOLE} ${example}`),
  '```',
  '',
];

const optionLines = (): string[] => {
  const used = new Set<OptionName>([
    ...COMMON_OPTIONS,
    ...Object.values(COMMANDS).flatMap(({ options = [] }) => options),
  ]);
  return (Object.keys(OPTIONS) as OptionName[])
    .filter((name) => used.has(name))
    .map((name) => `- \`${optionUsage(name)}\`: ${optionOf(name).description}`);
};

const common = `Every command takes ${COMMON_OPTIONS.map((name) => `\`${optionUsage(name)}\``).join(', ')}.`;

export const referencePage = (): string =>
  [
    HEAD,
    ...GROUPS.flatMap(([title, commands]) => [
      `## ${title}`,
      '',
      ...Object.entries(commands).flatMap(section),
    ]),
    '## Options',
    '',
    common,
    '',
    ...optionLines(),
    '',
  ].join('\n');

export const referenceSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'What the commands of Kramar print with --json',
  refusal: refusalSchema(),
  commands: Object.fromEntries(Object.entries(COMMANDS).map(([name, command]) => [name, schemaOf(command)])),
});
