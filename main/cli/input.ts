import { MIN_PASSWORD_LENGTH, passwordField } from '../../shared/api/auth.ts';
import { bankToken } from '../../shared/api/terminals.ts';
import { problem } from '../../shared/errors.ts';
import { ValidationError } from '../domain/errors.ts';
import { validateField } from '../domain/validate.ts';
import { UsageError } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';
import { openPrompt, type Prompt, type Streams } from './prompt.ts';

type Secret = 'password' | 'token';

/** A command's inputs: from its options, from stdin, or typed in a terminal. */
export interface Input {
  /** The value of a required option. @throws UsageError */
  text(option: 'username' | 'name', given: string | undefined): Promise<string>;
  /** @throws UsageError, ValidationError */
  secret(kind: Secret, fromStdin: boolean | undefined): Promise<string>;
  close(): void;
}

const QUESTIONS = { username: 'Username: ', name: 'Name of the terminal (as the shop calls it): ' };
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

  const text: Input['text'] = async (option, given) => {
    if (given !== undefined) return given;
    if (byHand) return openPromptOnce().ask(QUESTIONS[option]);
    throw new UsageError(`--${option} is missing. Expected: --${option} ${option === 'name' ? 'N' : 'U'}.`);
  };

  const secret: Input['secret'] = async (kind, fromStdin) => {
    if (!byHand) refuseWithoutPipe(kind, fromStdin, stdin.isTTY === true);
    // A plain read from a terminal would echo the secret.
    const given =
      byHand && stdin.isTTY ? await askSecret(openPromptOnce(), kind) : await readAll(stdin, kind);
    log.secret(given);
    return checkedSecret(kind, given);
  };

  return { text, secret, close: () => prompt?.close() };
};

const refuseWithoutPipe = (kind: Secret, fromStdin: boolean | undefined, isTyped: boolean): void => {
  if (!fromStdin)
    throw new UsageError(`--${kind}-stdin is missing. Expected: --${kind}-stdin, and the ${kind} on stdin.`);
  if (isTyped)
    throw new UsageError(
      `--${kind}-stdin found a keyboard on stdin, which would show the ${kind}. ` +
        `Expected: the ${kind} from a file or a pipe; or a call without --json and with its output on the screen.`,
    );
};

const askSecret = async (prompt: Prompt, kind: Secret): Promise<string> => {
  if (kind === 'token') return prompt.askHidden("Token, from the bank's cabinet (not shown): ");
  const first = await prompt.askHidden(`Password, at least ${MIN_PASSWORD_LENGTH} characters (not shown): `);
  const again = await prompt.askHidden('The same once more: ');
  if (first === again) return first;
  throw new ValidationError({ password: [problem('invalid', 'The two passwords differ.')] });
};

/** One line break at the end comes from the editor or echo; everything else belongs to the secret. */
const readAll = async (stdin: Streams['stdin'], kind: Secret): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > MAX_BYTES)
      throw new ValidationError({
        [kind]: [problem('too_large', `What came on stdin is too long for a ${kind}.`)],
      });
  }
  try {
    // Drops the byte order mark of Windows programs: nobody could type it when signing in.
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)).replace(/\r?\n$/, '');
  } catch {
    throw new ValidationError({ [kind]: [problem('invalid', 'What came on stdin is not UTF-8 text.')] });
  }
};

const checkedSecret = (kind: Secret, given: string): string =>
  validateField(kind, kind === 'password' ? passwordField() : bankToken(), given);
