import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

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

export interface Prompt {
  ask(question: string): Promise<string>;
  /** Reads a line without echo. */
  askHidden(question: string): Promise<string>;
  /** Restores the terminal. */
  close(): void;
}

/** Opens a prompt in the terminal. readline holds it in raw mode meanwhile, so nothing is echoed by accident. */
export const openPrompt = ({ stdin, stdout }: Streams): Prompt => {
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
