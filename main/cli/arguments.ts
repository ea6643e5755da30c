import { parseArgs } from 'node:util';
import { UsageError } from '../platform/config.ts';
import { type CommandName, EVERYWHERE, OPTIONS, type OptionName, SIGNATURES } from './signatures.ts';

const read = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, tokens: true });

export type Values = ReturnType<typeof read>['values'];

export interface CommandLine {
  command: CommandName | 'help' | 'version';
  /** Words after the command. */
  operands: readonly string[];
  values: Values;
}

/** Works even when the rest cannot be parsed: a wrong call then also gets its answer as JSON. */
export const isJsonRequested = (args: readonly string[]): boolean => {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).includes('--json');
};

/** @throws UsageError */
export const readCommandLine = (args: readonly string[]): CommandLine => {
  const { values, positionals, tokens } = readStrictly(args);
  if (values.help || positionals[0] === 'help') return { command: 'help', operands: [], values };
  if (values.version) return { command: 'version', operands: [], values };
  if (positionals.length === 0) {
    if (values.json) throw new UsageError(`A command is missing. Expected one of: ${commandList()}.`);
    return { command: 'help', operands: [], values };
  }
  const { command, rest } = findCommand(positionals);
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name as OptionName] : []));
  refuseForeignOptions(command, given);
  return { command, operands: operandsOf(command, rest), values };
};

const readStrictly = (args: readonly string[]) => {
  try {
    return read(args);
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
    return `There is no option ${redactedWord(name)}. Expected one of those below.`;
  }
  if (message.includes('does not take')) return `${redactedWord(name)} takes no value.`;
  return `${redactedWord(name)} needs a value. One that begins with "-" is written ${redactedWord(name)}=VALUE.`;
};

/** A misplaced word may be a password, so only one that looks like an option or a command is repeated. */
const redactedWord = (word: string): string =>
  /^-{0,2}[a-z]+(-[a-z]+){0,2}$/.test(word) && word.length <= 20 ? word : 'like that';

const commandList = () => Object.keys(SIGNATURES).join(', ');

const findCommand = ([first = '', ...rest]: readonly string[]) => {
  const two = `${first} ${rest[0] ?? ''}`;
  if (two in SIGNATURES) return { command: two as CommandName, rest: rest.slice(1) };
  if (Object.hasOwn(SIGNATURES, first)) return { command: first as CommandName, rest };
  const family = Object.keys(SIGNATURES).filter((name) => name.startsWith(`${first} `));
  if (family.length > 0)
    throw new UsageError(`"${first}" is half a command. Expected one of: ${family.join(', ')}.`);
  throw new UsageError(`There is no command ${redactedWord(first)}. Expected one of: ${commandList()}.`);
};

const refuseForeignOptions = (command: CommandName, given: readonly OptionName[]): void => {
  const own: readonly OptionName[] = SIGNATURES[command].options;
  const foreign = given.find((name) => !own.includes(name) && !EVERYWHERE.includes(name));
  if (foreign) {
    const expected = own.length > 0 ? own.map((name) => `--${name}`).join(', ') : 'none of its own';
    throw new UsageError(`${command} takes no option --${foreign}. Expected: ${expected}.`);
  }
  const twice = given.find((name, at) => given.indexOf(name) !== at);
  if (twice) throw new UsageError(`--${twice} was given twice. Expected: once.`);
};

const operandsOf = (command: CommandName, given: readonly string[]): readonly string[] => {
  const signature = SIGNATURES[command];
  const expected: readonly string[] = 'operands' in signature ? signature.operands : [];
  const usage = [command, ...expected].join(' ');
  const lacking = given[0] === '' ? expected[0] : expected[given.length];
  if (lacking) throw new UsageError(`${command} lacks its ${lacking}. Expected: ${usage}.`);
  if (given.length > expected.length)
    throw new UsageError(
      `There are more words than ${command} takes. Expected: ${usage}, and options; a value with spaces stands in quotes.`,
    );
  return given;
};
