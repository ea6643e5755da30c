import { appendFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { pino } from 'pino';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

type Level = 'debug' | 'info' | 'warn' | 'error';
type Write = (message: string, fields?: object) => void;

export interface Log {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
  /** Masks this value from now on wherever it occurs. */
  secret(value: string): void;
  /** All secrets in every spelling: other outputs that quote requests mask them too. */
  readonly secrets: ReadonlySet<string>;
  /** Returns the same log with these fields in every line. */
  child(fields: object): Log;
  /** Waits until everything is on the disk. */
  close(): Promise<void>;
  /** Writes at once what is still on its way: the system ends this process next. A line may then be there twice. */
  closeNow(): void;
}

export interface LogOptions {
  level: Level;
  /** Folder of kramar.log; undefined: no file. */
  dir?: string | undefined;
  /** Also prints warnings and errors on stderr, a plain line each. */
  stderr?: boolean | undefined;
}

export const MASK = '***';
/** Reopening a broken log at every line would only burden a bad disk. */
const REOPEN_AFTER_MS = 30_000;

export function createLog({ level, dir, stderr }: LogOptions): Log {
  const secrets = new Set<string>();
  const file = dir === undefined ? undefined : openLogFile(dir);
  const root = pino(
    // pino's own fields (pid, hostname) say nothing on a shop's one machine; err is serialised here.
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (already) => already },
      depthLimit: 2 * MAX_DEPTH,
    },
    { write: (line: string) => file?.write(line) },
  );

  const withFields = (always: object): Log => {
    const at = (severity: Level): Write => {
      return (message, fields) => {
        if (!root.isLevelEnabled(severity)) return;
        const masked = mask(message, secrets);
        // Redacts a child's fields at each line, for they may hold a value that became a secret later.
        root[severity]({ ...prepare(always, secrets), ...prepare(fields, secrets) }, masked);
        const isPrinted = stderr && (severity === 'warn' || severity === 'error');
        if (isPrinted) writeStderr(`${severity === 'warn' ? 'warning' : 'error'}: ${masked}`);
      };
    };
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      secret: (value) => {
        for (const form of spellings(value)) secrets.add(form);
      },
      secrets,
      child: (fields) => withFields({ ...always, ...fields }),
      close: async () => file?.close(),
      closeNow: () => file?.closeNow(),
    };
  };
  return withFields({});
}

/** Opens the log file. A failure is reported once; Kramar goes on without it: the shop sells on with a full disk. */
function openLogFile(dir: string) {
  let stream: RotatingFileStream | undefined;
  let reopenAt = 0;
  let isReported = false;
  /** Lines that the stream has not confirmed, oldest first. */
  const pending: string[] = [];

  const broken = (error: Error) => {
    stream = undefined;
    reopenAt = performance.now() + REOPEN_AFTER_MS;
    if (!isReported)
      writeStderr(
        `warning: the log in ${dir} cannot be written (${error.message}). Kramar goes on without it.`,
      );
    isReported = true;
  };
  const open = () => {
    const opened = createStream('kramar.log', { path: dir, size: '5M', rotate: 5, mode: 0o600 });
    opened.on('error', broken); // the stream destroys itself then
    return opened;
  };
  return {
    write(line: string): void {
      if (performance.now() < reopenAt) return;
      stream ??= open();
      pending.push(line);
      stream.write(line, () => void pending.shift());
    },
    closeNow(): void {
      reopenAt = Number.POSITIVE_INFINITY;
      if (!stream || pending.length === 0) return;
      try {
        appendFileSync(join(dir, 'kramar.log'), pending.splice(0).join(''), { mode: 0o600 });
      } catch {
        // Nothing is left that could report it.
      }
    },
    async close(): Promise<void> {
      const closing = stream;
      reopenAt = Number.POSITIVE_INFINITY;
      if (closing) await new Promise<void>((done) => closing.once('error', () => done()).end(() => done()));
    },
  };
}

/** Writes to the descriptor: on a closed pipe the stream process.stderr emits an error, which would end the process. */
function writeStderr(text: string): void {
  try {
    // One line, and nothing that a terminal would obey.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
    writeSync(2, `${text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')}\n`);
  } catch {
    // stderr has no reader: there is nowhere else to report to
  }
}

/** pino's own keys, and names that it would mistake for methods of its tables (a line's fields are not nested). */
const isTaken = (key: string) => ['level', 'time', 'msg'].includes(key) || key in Object.prototype;

function prepare(fields: object | undefined, secrets: Iterable<string>): object {
  if (fields === undefined) return {};
  const safe = redact(isError(fields) ? { err: fields } : fields, secrets);
  if (typeof safe !== 'object' || safe === null) return { value: safe };
  return Object.fromEntries(
    Object.entries(safe).map(([key, value]) => [isTaken(key) ? `${key}_` : key, value]),
  );
}

/** `redact` leaves out what is nested deeper, and the further entries of a list or an object. */
const MAX_DEPTH = 10;
const MAX_ENTRIES = 200;
const MAX_TEXT = 20_000;
/** Longer than any token: the cut at MAX_TEXT may leave the first half of one at the end, unmasked. */
const CUT_MARGIN = 4_000;

const SECRET_NAMES = /(token|password|secret)$|^(authorization|access|refresh)$/;
/** Whether a field of this name holds a secret, however it is spelt: `password`, `X-Token`, `newPassword`. */
export const isSecretName = (name: string): boolean =>
  SECRET_NAMES.test(name.toLowerCase().replace(/[^a-z]/g, ''));

/** RFC 7519 over RFC 7515 3.1: three base64url parts, the first a JSON object, so it begins with `{"`. */
const JWT = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;
/** Keys of tills (shop/accounts/keys.ts), as they are or percent-encoded in a URL. */
const TILL_KEY = /kr(?:_|%5f)(?:[\w-]|%[\da-f]{2}){20,}/gi;

/** Copies a value for JSON and masks secrets: registered values, JWTs, and fields with a secret's name. */
export function redact(value: unknown, secrets: Iterable<string> = [], above: object[] = []): unknown {
  switch (typeof value) {
    case 'string':
      return mask(value, secrets);
    case 'number':
    case 'bigint': {
      const text = String(value); // a password may be all digits
      const masked = mask(text, secrets);
      return masked === text && typeof value === 'number' ? value : masked;
    }
    case 'function':
    case 'symbol':
      return `[${typeof value}]`;
    case 'object':
      return value && redactObject(value, secrets, above);
    default:
      return value;
  }
}

function redactObject(value: object, secrets: Iterable<string>, above: object[]): unknown {
  if (above.includes(value)) return '[circular]';
  if (above.length > MAX_DEPTH) return '[deep]';
  const inner = (part: unknown) => redact(part, secrets, [...above, value]);
  try {
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`; // perhaps a key
    if (isError(value)) return redactEntries(errorEntries(value), secrets, inner);
    if (value instanceof Map) return redactEntries([...value], secrets, inner);
    if (Array.isArray(value) || value instanceof Set) return [...value].slice(0, MAX_ENTRIES).map(inner);
    if ('toJSON' in value && typeof value.toJSON === 'function') return inner(value.toJSON());
    return redactEntries(Object.entries(value), secrets, inner);
  } catch {
    return '[unreadable]'; // a getter or toJSON that throws must not break the caller
  }
}

function redactEntries(
  entries: [unknown, unknown][],
  secrets: Iterable<string>,
  inner: (part: unknown) => unknown,
) {
  return Object.fromEntries(
    entries.slice(0, MAX_ENTRIES).map(([name, value]) => {
      const hasContent = value !== null && value !== undefined && typeof value !== 'boolean';
      return [mask(String(name), secrets), hasContent && isSecretName(String(name)) ? MASK : inner(value)];
    }),
  );
}

/**
 * Covers a DOMException (thrown by an AbortSignal), which is no native error, and errors from another realm, which are
 * no instance of Error here.
 */
function isError(value: unknown): value is Error {
  return value instanceof Error || isNativeError(value);
}

/** Omits all other properties: errors of HTTP clients carry the whole request, headers included. */
function errorEntries(error: Error & { code?: unknown; errors?: unknown }): [string, unknown][] {
  const { name, message, stack, code, cause, errors } = error;
  return Object.entries({ name, message, stack, code, cause, errors }).filter(
    ([, part]) => part !== undefined,
  );
}

function mask(text: string, secrets: Iterable<string>): string {
  const masked = maskSecrets(text.slice(0, MAX_TEXT), secrets).replace(JWT, MASK).replace(TILL_KEY, MASK);
  return text.length > MAX_TEXT ? `${masked.slice(0, -CUT_MARGIN)}… (of ${text.length} characters)` : masked;
}

function maskSecrets(text: string, secrets: Iterable<string>): string {
  let masked = text;
  // Longest first: a secret that contains another one would otherwise leave its other half.
  for (const secret of [...secrets].sort((a, b) => b.length - a.length))
    masked = masked.replaceAll(secret, MASK);
  return masked;
}

/** The secret as it is, and as it looks inside JSON, in JSON within JSON (a bank answer in a message), and in a URL. */
function spellings(secret: string): string[] {
  // A shorter one would occur by chance in every line; no password or token is that short.
  if (secret.length < 6) return [];
  const quoted = JSON.stringify(secret).slice(1, -1);
  const twice = JSON.stringify(quoted).slice(1, -1);
  return [secret, quoted, twice, encodeURIComponent(secret.toWellFormed())];
}
