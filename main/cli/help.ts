import type { Command } from './command.ts';
import { COMMANDS, GROUPS } from './commands.ts';
import { COMMON_OPTIONS, type OptionName, optionOf } from './options.ts';

/** The texts of help. `consoleName` is how the console is called here. */

const WIDTH = 100;

/** Breaks a text into lines that fit, the further ones indented. */
const wrapped = (text: string, indent: number, first = ' '.repeat(indent)): string[] => {
  const lines = [first];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const isBlank = line.trim() === '' || line === first;
    if (!isBlank && line.length + 1 + word.length > WIDTH) lines.push(' '.repeat(indent) + word);
    else lines[lines.length - 1] = isBlank ? line + word : `${line} ${word}`;
  }
  return lines;
};

const table = (rows: readonly (readonly [left: string, right: string])[]): string[] => {
  const indent = Math.min(34, Math.max(...rows.map(([left]) => left.length)) + 4);
  return rows.flatMap(([left, right]) => wrapped(right, indent, `  ${left}`.padEnd(indent - 2).concat('  ')));
};

/** `--name N`; with the short name where there is one. */
export const optionUsage = (name: OptionName): string => {
  const { value, short } = optionOf(name);
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
};

const optionRows = (names: readonly OptionName[]) =>
  names.map((name) => [optionUsage(name), optionOf(name).description] as const);

/** `terminal token ID [OPTIONS]` */
const synopsis = (name: string, { operands = [], options = [] }: Command): string =>
  [name, ...operands, ...(options.length > 0 ? ['[OPTIONS]'] : [])].join(' ');

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const commandHelp = (consoleName: string, name: string, command: Command): string[] => [
  `Usage: ${consoleName} ${synopsis(name, command)}`,
  '',
  ...[sentence(command.summary), ...(command.details ?? [])].flatMap((text) => wrapped(text, 0, '')),
  ...(command.options?.length ? ['', 'Options', ...table(optionRows(command.options))] : []),
  '',
  command.examples.length > 1 ? 'Examples' : 'Example',
  ...command.examples.map((example) => `  ${consoleName} ${example}`),
];

const SECRETS = [
  'Passwords and tokens are read from stdin or a file, never from the arguments. In a terminal, without the options for it, the program prompts for them and does not show them.',
  'The commands work while the service runs, unless their help says otherwise. Exit code: 0 done, 1 refused (with the reason), 2 wrong usage.',
];

const listHelp = (consoleName: string): string[] => [
  `Usage: ${consoleName} COMMAND [OPTIONS]`,
  ...GROUPS.flatMap(([title, commands]) => [
    '',
    title,
    ...table(
      Object.entries(commands).map(([name, each]) => [
        [name, ...(each.operands ?? [])].join(' '),
        each.summary,
      ]),
    ),
  ]),
  '',
  'Options of every command',
  ...table(optionRows(COMMON_OPTIONS)),
  '',
  ...SECRETS.flatMap((text) => wrapped(text, 0, '')),
  '',
  `Options and examples of one command: ${consoleName} help terminal add`,
];

/** @param topics names of commands; none: the list of all */
export const help = (consoleName: string, topics: readonly string[]): string[] => {
  if (topics.length === 0) return listHelp(consoleName);
  return topics.flatMap((name, at) => {
    const command = COMMANDS[name];
    return command ? [...(at === 0 ? [] : ['', '']), ...commandHelp(consoleName, name, command)] : [];
  });
};

/** One or two lines for a wrong call: how it is right, and where more is. */
export const usageHint = (consoleName: string, name: string | undefined): string[] => {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (name === undefined || !command) return [`All commands: ${consoleName} help`];
  return [`Usage: ${consoleName} ${synopsis(name, command)}`, `Examples: ${consoleName} help ${name}`];
};
