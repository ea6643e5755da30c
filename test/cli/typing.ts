import { PassThrough, Writable } from 'node:stream';
import { expect, vi } from 'vitest';
import { runConsole } from '../../main/cli/run.ts';
import { type Console, keepingUmask } from './console.ts';

/** A person who types what a command of the console asks for. */

export type Steps = readonly (readonly [shown: string, typed: string])[];

const ESCAPE = '\u001b';
/** Without the sequences that move the cursor. */
export const plain = (shown: string): string =>
  shown.replaceAll(new RegExp(`${ESCAPE}\\[\\d*[A-Z]`, 'g'), '');

export const whereOf = (shop: Console): string[] => ['--data-dir', shop.dataDir, '--keychain', 'file'];

/** Echoes the input unless it is in raw mode, as a terminal does. */
const standInTerminal = () => {
  let shown = '';
  let echo = true;
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => {
      echo = !isRaw;
    },
  });
  const show = () =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          shown += chunk;
          done();
        },
      }),
      { isTTY: true },
    );
  return {
    streams: { stdin, stdout: show(), stderr: show() },
    type: (typed: string) => {
      if (echo) shown += typed;
      stdin.write(typed);
    },
    seen: () => ({ shown, echo }),
  };
};

/** Types each answer once its question is shown. */
export const type = async (shop: Console, args: string[], steps: Steps) => {
  const terminal = standInTerminal();
  const ended = keepingUmask(() => runConsole([...whereOf(shop), ...args], terminal.streams, shop.env));
  let from = 0;
  for (const [awaited, typed] of steps) {
    await vi.waitFor(() => expect(terminal.seen().shown.slice(from)).toContain(awaited), { interval: 2 });
    from = terminal.seen().shown.length;
    terminal.type(typed);
  }
  const code = await ended;
  const { shown, echo } = terminal.seen();
  return { code, echo, shown: plain(shown) };
};
