import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, posix, resolve, win32 } from 'node:path';
import { masterKeyFile } from './data-folder.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const KEYCHAINS = ['os', 'file'] as const;

export interface Config {
  /** Absolute. */
  dataDir: string;
  /** 0: the system picks a free one. */
  port: number;
  /** Given by a flag or a variable: then no other one will do. */
  isPortChosen: boolean;
  /** Without a trailing slash. */
  bankUrl: string;
  bankTimeoutMs: number;
  keychain: (typeof KEYCHAINS)[number];
  logLevel: (typeof LOG_LEVELS)[number];
  /** Requests a minute. */
  rateLimitUser: number;
  rateLimitAnonymous: number;
}

/** The flags that the service and the console share, as typed. */
export interface Flags {
  dataDir?: string | undefined;
  port?: string | undefined;
  bankUrl?: string | undefined;
  keychain?: string | undefined;
}

/** The port of the service where nothing else is set. */
export const DEFAULT_PORT = 7480;

/** A wrong flag or value: the entries print the message (one line per fault) and exit with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The only access to the environment: all other modules take what they need as arguments. */
export function environment(): NodeJS.ProcessEnv {
  return process.env;
}

/** Flags override the environment, the environment overrides the defaults. Reports all faults at once. */
export function readConfig(flags: Flags, env: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  const read = <T>(flag: string | undefined, names: Names, parse: Parse<T>, otherwise: T): T => {
    const text = flag ?? nonEmpty(env[names.variable]);
    if (text === undefined) return otherwise;
    const parsed = parse(text);
    if (!(parsed instanceof Fault)) return parsed;
    const name = flag === undefined ? names.variable : names.flag;
    faults.push(`${name}: got "${parsed.got ?? text}", expected ${parsed.expected}`);
    return otherwise;
  };

  const dataDir = read(
    flags.dataDir,
    { flag: '--data-dir', variable: 'KRAMAR_DATA_DIR' },
    folder,
    defaultDataDir(process.platform, env, homedir()),
  );
  const config: Config = {
    dataDir,
    port: read(flags.port, { flag: '--port', variable: 'KRAMAR_PORT' }, integer(0, 65_535), DEFAULT_PORT),
    isPortChosen: (flags.port ?? nonEmpty(env.KRAMAR_PORT)) !== undefined,
    bankUrl: read(
      flags.bankUrl,
      { flag: '--bank-url', variable: 'KRAMAR_BANK_URL' },
      bankAddress,
      'https://api.monobank.ua',
    ),
    bankTimeoutMs: read(undefined, { variable: 'KRAMAR_BANK_TIMEOUT_MS' }, integer(1, 600_000), 10_000),
    keychain: read(
      flags.keychain,
      { flag: '--keychain', variable: 'KRAMAR_KEYCHAIN' },
      oneOf(KEYCHAINS),
      usualKeychain(dataDir),
    ),
    logLevel: read(undefined, { variable: 'KRAMAR_LOG_LEVEL' }, oneOf(LOG_LEVELS), 'info'),
    rateLimitUser: read(undefined, { variable: 'KRAMAR_RATE_LIMIT_USER' }, integer(1, 1_000_000), 600),
    rateLimitAnonymous: read(
      undefined,
      { variable: 'KRAMAR_RATE_LIMIT_ANONYMOUS' },
      integer(1, 1_000_000),
      60,
    ),
  };
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  return config;
}

/** A folder whose key is in a file stays with the file: a token sealed with another key would not open. */
const usualKeychain = (dataDir: string): Config['keychain'] =>
  existsSync(masterKeyFile(dataDir)) ? 'file' : 'os';

/** Each system's usual place for application data. */
export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') {
    return win32.join(nonEmpty(env.APPDATA) ?? win32.join(home, 'AppData', 'Roaming'), 'Kramar');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Kramar');
  // "All paths must be absolute … should consider the path invalid and ignore it": XDG Base Directory Specification.
  const data = env.XDG_DATA_HOME;
  return posix.join(data && isAbsolute(data) ? data : posix.join(home, '.local', 'share'), 'kramar');
}

interface Names {
  flag?: string;
  variable: string;
}

/** The expected value; `got` is set only where the value must not be shown as it is. */
class Fault {
  readonly expected: string;
  readonly got: string | undefined;
  constructor(expected: string, got?: string) {
    this.expected = expected;
    this.got = got;
  }
}

type Parse<T> = (text: string) => T | Fault;

/** An empty variable counts as unset: `KRAMAR_PORT= npm start` is how a shell clears one. */
function nonEmpty(value: string | undefined): string | undefined {
  return value?.trim() === '' ? undefined : value;
}

function integer(min: number, max: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : new Fault(`a whole number from ${min} to ${max}`);
  };
}

function oneOf<const T extends string>(choices: readonly T[]): Parse<T> {
  return (text) =>
    choices.find((choice) => choice === text.trim()) ?? new Fault(`one of: ${choices.join(', ')}`);
}

const folder: Parse<string> = (text) =>
  text.trim() === '' || text.includes('\0') ? new Fault('the path of a folder') : resolve(text);

const bankAddress: Parse<string> = (text) => {
  const url = URL.parse(text.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    // Shows only the part that cannot hold a password: people paste "user:secret@host" here.
    return new Fault(
      'an address that begins with https://',
      text.includes('@') ? '***' : text.replace(/\?.*$/s, '?***'),
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    const secret = url.username || url.password ? '***@' : '';
    const rest = url.search || url.hash ? '?***' : '';
    return new Fault(
      'an address without user name, password, "?" and "#"',
      `${url.protocol}//${secret}${url.host}${url.pathname}${rest}`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return new Fault(
      'https:// (plain http:// is for this machine only: the bank token must not travel in the open)',
    );
  }
  return url.origin + url.pathname.replace(/\/+$/, '');
};

/** A host name as URL gives it: IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
