import { closeSync, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { MIN_PASSWORD_LENGTH, passwordField } from '../../shared/api/auth.ts';
import { bankToken } from '../../shared/api/terminals.ts';
import { problem } from '../../shared/errors.ts';
import { UsageError } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { reasonOf } from '../platform/os-errors.ts';
import { ValidationError } from '../shop/errors.ts';
import { validateField } from '../shop/validate.ts';

/** Ctrl+C or Ctrl+D at a question. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Another word than yes at a question. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/** Where a command reads and writes: the process's streams, or a test's. */
export interface Streams {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  /**
   * The descriptor of stdin, where a secret is read from it instead of the stream: on Windows the stream of an Electron
   * program is always at its end (lib/common/init.ts).
   */
  stdinDescriptor?: number;
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream;
}

interface Prompt {
  ask(question: string): Promise<string>;
  /** Reads a line without echo. */
  askHidden(question: string): Promise<string>;
  /** Restores the terminal. */
  close(): void;
}

/** Opens a prompt in the terminal. readline holds it in raw mode meanwhile, so nothing is echoed by accident. */
const openPrompt = ({ stdin, stdout }: Streams): Prompt => {
  let hidden = false;
  const echo = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) stdout.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: stdin, output: echo, terminal: true, historySize: 0 });
  // Created at once: lines that were pasted together wait in it for their question.
  const lines = reader[Symbol.asyncIterator]();

  const answer = async (): Promise<string> => {
    const { done, value } = await lines.next();
    if (!done) return value;
    hidden = false;
    stdout.write('\n');
    throw new Interrupted();
  };
  return {
    ask: (question) => {
      reader.setPrompt(question);
      reader.prompt();
      return answer();
    },
    askHidden: async (question) => {
      stdout.write(question);
      hidden = true;
      reader.setPrompt('');
      const typed = await answer();
      hidden = false;
      stdout.write('\n');
      return typed;
    },
    close: () => reader.close(),
  };
};

type Secret = 'password' | 'token' | 'phrase';
type Values = { readonly [Name in `${Secret}-stdin`]?: boolean } & {
  readonly [Name in `${Secret}-file`]?: string;
};

/** A command's inputs: from its options, from stdin, or typed in a terminal. */
export interface Input {
  /** The value of a required option. @param question in a terminal. @throws UsageError */
  text(option: keyof typeof QUESTIONS, given: string | undefined, question?: string): Promise<string>;
  /** @throws UsageError, ValidationError */
  secret(kind: Secret, values: Values): Promise<string>;
  /** Asks before something that cannot be undone. @param isGiven --yes. @throws UsageError, Interrupted, Declined */
  confirm(question: string, isGiven: boolean | undefined): Promise<void>;
  /** The passphrase of an existing copy: it is typed once, and may be any. @throws as `secret` */
  knownPhrase(values: Values): Promise<string>;
  /** Whether a person reads the output: an address that signs in is printed nowhere else. */
  isTerminal: boolean;
  close(): void;
}

/** Of the options that are prompted for. */
const QUESTIONS = { username: 'Username: ', name: 'Name: ' };
/** No password or token is longer; longer input is a mistaken file. */
const MAX_BYTES = 65_536;

export const createInput = (log: Log, json: boolean, streams: Streams): Input => {
  const { stdin, stdout } = streams;
  const byHand = Boolean(stdin.isTTY && stdout.isTTY && !json);
  let prompt: Prompt | undefined;
  const openPromptOnce = () => {
    prompt ??= openPrompt(streams);
    return prompt;
  };

  const text: Input['text'] = async (option, given, question = QUESTIONS[option]) => {
    if (given !== undefined) return given;
    if (byHand) return openPromptOnce().ask(question);
    throw new UsageError(`--${option} is missing. Expected: --${option} ${option === 'name' ? 'N' : 'U'}.`);
  };

  const fromStdin = async (kind: Secret, values: Values, isKnown: boolean): Promise<string> => {
    if (!byHand) refuseWithoutPipe(kind, values[`${kind}-stdin`], stdin.isTTY === true);
    // A plain read from a terminal would echo the secret.
    return byHand && stdin.isTTY
      ? askSecret(openPromptOnce(), kind, isKnown)
      : secretIn(await readStdin(streams), kind, 'came on stdin');
  };

  const given = async (kind: Secret, values: Values, isKnown: boolean): Promise<string> => {
    const file = values[`${kind}-file`];
    if (file !== undefined && values[`${kind}-stdin`])
      throw new UsageError(`--${kind}-stdin and --${kind}-file were given together. Expected: one of them.`);
    const read =
      file === undefined
        ? await fromStdin(kind, values, isKnown)
        : secretIn(readSecretFile(file, kind), kind, 'is in the file');
    log.secret(read);
    return read;
  };

  const confirm: Input['confirm'] = async (question, isGiven) => {
    if (isGiven) return;
    if (!byHand)
      throw new UsageError(
        '--yes is missing. Expected: --yes, since this cannot be undone and nobody can be asked here.',
      );
    const answer = await openPromptOnce().ask(`${question} Type yes to do it: `);
    if (answer.trim().toLowerCase() !== 'yes') throw new Declined();
  };

  return {
    text,
    secret: async (kind, values) => checkedSecret(kind, await given(kind, values, false)),
    knownPhrase: (values) => given('phrase', values, true),
    confirm,
    isTerminal: byHand,
    close: () => prompt?.close(),
  };
};

const refuseWithoutPipe = (kind: Secret, fromStdin: boolean | undefined, isTyped: boolean): void => {
  if (!fromStdin)
    throw new UsageError(
      `--${kind}-stdin is missing. Expected: --${kind}-stdin, and the ${kind} on stdin; or --${kind}-file FILE.`,
    );
  if (isTyped)
    throw new UsageError(
      `--${kind}-stdin found a keyboard on stdin, which would show the ${kind}. ` +
        `Expected: the ${kind} from a file or a pipe; or a call without --json and with its output on the screen.`,
    );
};

const FIRST_QUESTIONS: Record<Secret, string> = {
  token: "Token, from the bank's cabinet (not shown): ",
  password: `Password, at least ${MIN_PASSWORD_LENGTH} characters (not shown): `,
  phrase: 'Passphrase of the encrypted copies (not shown): ',
};

const askSecret = async (prompt: Prompt, kind: Secret, isKnown: boolean): Promise<string> => {
  const first = await prompt.askHidden(FIRST_QUESTIONS[kind]);
  if (kind === 'token' || isKnown) return first;
  const again = await prompt.askHidden('The same once more: ');
  if (first === again) return first;
  throw new ValidationError({ [kind]: [problem('invalid', `The two ${kind}s differ.`)] });
};

/** @throws UsageError */
const readSecretFile = (file: string, kind: Secret): Buffer => {
  try {
    const descriptor = openSync(file, 'r');
    try {
      return readStart(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new UsageError(
      `--${kind}-file: ${file} could not be read: ${reasonOf(error, 'file').why}. Expected: a file that holds the ${kind}.`,
    );
  }
};

const readStdin = async ({ stdin, stdinDescriptor }: Streams): Promise<Buffer> => {
  if (stdinDescriptor !== undefined) return readStart(stdinDescriptor);
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

/** How long a pipe without data is left alone before it is read again. */
const PIPE_PAUSE_MS = 20;

/** Reads to the end, or until it is more than a secret. */
const readStart = (descriptor: number): Buffer => {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= MAX_BYTES; ) {
    const chunk = readChunk(descriptor);
    if (chunk.length === 0) break;
    chunks.push(chunk);
    size += chunk.length;
  }
  return Buffer.concat(chunks);
};

/** Empty at the end. */
const readChunk = (descriptor: number): Buffer => {
  const chunk = Buffer.alloc(MAX_BYTES);
  for (;;) {
    try {
      return chunk.subarray(0, readSync(descriptor, chunk));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Windows reports the end of a pipe as an error.
      if (code === 'EOF') return chunk.subarray(0, 0);
      // A pipe that Node has opened does not block: the writer is not done yet.
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_PAUSE_MS);
    }
  }
};

/** One line break at the end comes from the editor or echo; everything else belongs to the secret. */
const secretIn = (bytes: Buffer, kind: Secret, where: string): string => {
  if (bytes.length > MAX_BYTES)
    throw new ValidationError({ [kind]: [problem('too_large', `What ${where} is too long for a ${kind}.`)] });
  try {
    // Drops the byte order mark of Windows programs: no keyboard types it, so sign-in would fail.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch {
    throw new ValidationError({ [kind]: [problem('invalid', `What ${where} is not UTF-8 text.`)] });
  }
};

const checkedSecret = (kind: Secret, given: string): string => {
  // Its strength is checked where copies are turned on.
  if (kind === 'phrase') return given;
  return validateField(kind, kind === 'password' ? passwordField() : bankToken(), given);
};
