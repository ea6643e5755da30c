import { parseArgs } from 'node:util';
import { type Flags, UsageError } from '../platform/config.ts';
import { flagsOf, SERVICE_OPTIONS } from '../start/command-line.ts';
import { linkIn } from './links.ts';

export interface DesktopCommand {
  flags: Flags;
  demo: boolean;
  /** Starts in the tray only: so the system starts it. */
  hidden: boolean;
  /** The kramar:// link with which the system opened it. */
  link: string | undefined;
  /** Chromium's own switches, and mistyped ones. */
  ignored: readonly string[];
}

const OPTIONS = {
  ...SERVICE_OPTIONS,
  hidden: { type: 'boolean' },
  /** Ends the running program (isQuitRequest). */
  quit: { type: 'boolean' },
} as const;

/** Takes unknown switches as they come. */
const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, strict: false, allowPositionals: true, tokens: true });

/** Whether the arguments ask the running program to end, as the installer does before it replaces files. */
export const isQuitRequest = (args: readonly string[]): boolean => parse(args).values.quit === true;

/**
 * Reads our switches. Chromium and the system add their own, of which there is no complete list
 * (https://www.electronjs.org/docs/latest/api/command-line-switches): unknown ones are ignored.
 * @throws UsageError where one of ours cannot be read
 */
export const readDesktopCommand = (args: readonly string[]): DesktopCommand => {
  const { values, tokens } = parse(args);
  const options = tokens.filter((token) => token.kind === 'option');
  const faults = options.flatMap(({ name, value }) => faultOf(name, value));
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  return {
    flags: flagsOf({
      'data-dir': textOf(values['data-dir']),
      port: textOf(values.port),
      'bank-url': textOf(values['bank-url']),
      keychain: textOf(values.keychain),
    }),
    demo: values.demo === true,
    hidden: values.hidden === true,
    link: linkIn(args),
    ignored: options.filter(({ name }) => !isOurs(name)).map(({ rawName }) => rawName),
  };
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const isOurs = (name: string): name is keyof typeof OPTIONS => Object.hasOwn(OPTIONS, name);

const faultOf = (name: string, value: string | undefined): string[] => {
  if (!isOurs(name)) return [];
  const takesValue = OPTIONS[name].type === 'string';
  if (takesValue && value === undefined) return [`--${name}: a value is missing`];
  if (!takesValue && value !== undefined) return [`--${name}: it takes no value`];
  return [];
};
