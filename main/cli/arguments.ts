import { UsageError } from '../platform/config.ts';
import type { Command } from './command.ts';
import { COMMANDS, commandNames, familyOf } from './commands.ts';
import { COMMON_OPTIONS, OPTIONS, type OptionName, parseOptions, type Values } from './options.ts';
import { nearest, nearestCommand } from './suggest.ts';

export interface CommandLine {
  /** The name of a command, `help` or `version`. */
  name: string;
  /** Words after the command; of `help` what it is wanted of. */
  operands: readonly string[];
  values: Values;
}

/** A wrong call of a known command; its usage is shown. */
export class CommandUsageError extends UsageError {
  readonly command: string;

  constructor(command: string, message: string) {
    super(message);
    this.command = command;
  }
}

/** Works even when the rest cannot be parsed: a wrong call then also gets its answer as JSON. */
export const isJsonRequested = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
};

/** @throws UsageError */
export const readCommandLine = (args: readonly string[]): CommandLine => {
  const { values, positionals, tokens } = readStrictly(args);
  if (positionals[0] === 'help') return { name: 'help', operands: topicOf(positionals.slice(1)), values };
  if (values.help) return { name: 'help', operands: topicOf(positionals), values };
  if (values.version) return { name: 'version', operands: [], values };
  if (positionals.length === 0) {
    if (values.json) throw new UsageError('A command is missing. Expected one of those that help lists.');
    return { name: 'help', operands: [], values };
  }
  const { name, command, rest } = findCommand(positionals);
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name as OptionName] : []));
  refuseForeignOptions(name, command, given);
  return { name, operands: operandsOf(name, command, rest), values };
};

const readStrictly = (args: readonly string[]) => {
  try {
    return parseOptions(args);
  } catch (error) {
    throw new UsageError(plainly(error as NodeJS.ErrnoException));
  }
};

/** Rewords Node's message, which is for programmers, for the owner. */
const plainly = ({ code, message }: NodeJS.ErrnoException): string => {
  const name = /--?[^'=\s]+/.exec(message)?.[0] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    if (/^--?(pass|pwd|token|secret)/.test(name))
      return (
        `There is no option ${redactedWord(name)}: other programs could read a password or token among the arguments. ` +
        'Expected --password-stdin or --token-stdin, and the secret on stdin; or --password-file or --token-file.'
      );
    const meant = nearest(name.replace(/^-+/, ''), Object.keys(OPTIONS));
    return `There is no option ${redactedWord(name)}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`;
  }
  if (message.includes('does not take')) return `${redactedWord(name)} takes no value.`;
  return `${redactedWord(name)} needs a value. One that begins with "-" is written ${redactedWord(name)}=VALUE.`;
};

/** A misplaced word may be a password, so only one that looks like an option or a command is repeated. */
const redactedWord = (word: string): string =>
  /^-{0,2}[a-z]+(-[a-z]+){0,2}$/.test(word) && word.length <= 20 ? word : 'like that';

const findCommand = (
  words: readonly string[],
): { name: string; command: Command; rest: readonly string[] } => {
  const [first = '', second = ''] = words;
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { name, command, rest: words.slice(length) };
  }
  const family = familyOf(first);
  const meant = second === '' && family.length > 0 ? undefined : nearestCommand(words, commandNames);
  const suggestion = meant === undefined ? '' : ` Did you mean: ${meant}?`;
  if (family.length > 0)
    throw new UsageError(`"${first}" is half a command. Expected one of: ${family.join(', ')}.${suggestion}`);
  throw new UsageError(`There is no command ${redactedWord(first)}.${suggestion}`);
};

/** The topic of the help: a command, a family of commands, or none. */
const topicOf = (words: readonly string[]): readonly string[] => {
  if (words.length === 0) return [];
  const [first = ''] = words;
  if (words.length === 1 && familyOf(first).length > 0) return familyOf(first);
  return [findCommand(words).name];
};

const refuseForeignOptions = (
  name: string,
  { options = [] }: Command,
  given: readonly OptionName[],
): void => {
  const foreign = given.find((option) => !options.includes(option) && !COMMON_OPTIONS.includes(option));
  if (foreign) {
    const expected =
      options.length > 0 ? options.map((option) => `--${option}`).join(', ') : 'none of its own';
    throw new CommandUsageError(name, `${name} takes no option --${foreign}. Expected: ${expected}.`);
  }
  const twice = given.find((option, at) => given.indexOf(option) !== at);
  if (twice) throw new CommandUsageError(name, `--${twice} was given twice. Expected: once.`);
};

const operandsOf = (
  name: string,
  { operands = [] }: Command,
  given: readonly string[],
): readonly string[] => {
  const usage = [name, ...operands].join(' ');
  const lacking = given[0] === '' ? operands[0] : operands[given.length];
  if (lacking) throw new CommandUsageError(name, `${name} lacks its ${lacking}. Expected: ${usage}.`);
  if (given.length > operands.length)
    throw new CommandUsageError(
      name,
      `There are more words than ${name} takes. Expected: ${usage}, and options; a value with spaces stands in quotes.`,
    );
  return given;
};
