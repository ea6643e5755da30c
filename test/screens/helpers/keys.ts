import { cdp, userEvent } from 'vitest/browser';
import { KEY_GAP_MS } from '../../../renderer/shop/session/scan/scanner.ts';
import { keyEventsOf, type Pace, readyAt } from '../../helpers/scanner-keys.ts';

// Bound here: a test that holds the page's timers presses keys all the same.
const { setTimeout } = globalThis;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** `Control+Enter` as Vitest writes it. */
const written = (combination: string): string => {
  const [key = '', ...modifiers] = combination === '+' ? ['+'] : combination.split('+').reverse();
  const held = modifiers.map((modifier) => `{${modifier}>}`).join('');
  return `${held}${[...key].length === 1 ? key : `{${key}}`}${modifiers.map((modifier) => `{/${modifier}}`).join('')}`;
};

/** Presses keys at the pace of a person: quicker ones, with an Enter after them, are a scanner's. @returns how many */
export const press = async (keys: string): Promise<number> => {
  const all = keys.split(' ');
  for (const key of all) {
    await userEvent.keyboard(written(key));
    await pause(KEY_GAP_MS + 10);
  }
  return all.length;
};

/** Types a text at the pace of a person. */
export const type = async (text: string): Promise<void> => {
  for (const character of text) {
    await userEvent.keyboard(character.replace(/[{[]/, '$&$&'));
    await pause(KEY_GAP_MS + 10);
  }
};

let ready = 0;

interface Session {
  send(method: 'Input.dispatchKeyEvent', event: object): Promise<unknown>;
}

/** A barcode scanner reads the text; a line break is Enter. The browser gets the time of each key. */
export const scan = async (text: string, pace: Pace = {}): Promise<void> => {
  const session = cdp() as unknown as Session;
  const start = Math.max(Date.now(), ready);
  ready = readyAt(text, start, pace);
  await pause(start - Date.now());
  await Promise.all(
    keyEventsOf(text, start, pace).map((event) => session.send('Input.dispatchKeyEvent', event)),
  );
};
