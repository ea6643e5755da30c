import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { PAUSE_MS } from '../../../renderer/shop/session/scan/scanner.ts';

/** A barcode scanner: a keyboard whose keys follow each other at a set pace. */

const sessions = new WeakMap<Page, Promise<CDPSession>>();
const sessionOf = (page: Page): Promise<CDPSession> => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
};

type Layout = 'en' | 'uk' | 'ru';

/** What the letters' keys type in the other layouts, by their place. */
const LETTERS: Record<Exclude<Layout, 'en'>, string> = {
  uk: 'фисвуапршолдьтщзйкіегмцчня',
  ru: 'фисвуапршолдьтщзйкыегмцчня',
};
/** Signs of codes: the key, and what it types with Shift or without in en, uk and ru. */
const SIGNS: Record<string, [code: string, isShifted: boolean, others: string]> = {
  '-': ['Minus', false, '-'],
  _: ['Minus', true, '_'],
  '/': ['Slash', false, '.'],
  '.': ['Period', false, 'ю'],
  '#': ['Digit3', true, '№'],
  '+': ['Equal', true, '+'],
  ':': ['Semicolon', true, 'Ж'],
  ' ': ['Space', false, ' '],
  '~': ['Backquote', true, "'"],
};

interface Key {
  key: string;
  code: string;
  text: string;
  windowsVirtualKeyCode: number;
  isShifted: boolean;
}

interface Keyboard {
  layout?: Layout;
  capsLock?: boolean;
}

const keyOf = (character: string, { layout = 'en', capsLock = false }: Keyboard): Key => {
  if (character === '\n')
    return { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13, isShifted: false };
  if (character === '\t')
    return { key: 'Tab', code: 'Tab', text: '', windowsVirtualKeyCode: 9, isShifted: false };
  const upper = character.toUpperCase();
  const sign = SIGNS[character];
  if (sign) {
    const [code, isShifted, others] = sign;
    const key = layout === 'en' ? character : others;
    return { key, code, text: key, windowsVirtualKeyCode: 0, isShifted };
  }
  const windowsVirtualKeyCode = upper.charCodeAt(0);
  if (/\d/.test(character))
    return {
      key: character,
      code: `Digit${character}`,
      text: character,
      windowsVirtualKeyCode,
      isShifted: false,
    };
  const isShifted = character === upper;
  const letter =
    layout === 'en' ? character.toLowerCase() : (LETTERS[layout][upper.charCodeAt(0) - 65] ?? '');
  const key = isShifted !== capsLock ? letter.toUpperCase() : letter;
  return { key, code: `Key${upper}`, text: key, windowsVirtualKeyCode, isShifted };
};

interface Pace extends Keyboard {
  /** Between two keys. */
  gapMs?: number;
  /** Before the last one. */
  lastGapMs?: number;
}

const SHIFT = 8;

/** When the scanner can read the next code, ms. */
const ready = new WeakMap<Page, number>();
/** From the last key of a code to the first of the next one: longer than the pause that ends a code. */
const BETWEEN_MS = PAUSE_MS + 10;

/**
 * Types the text; a line break is Enter. The browser gets the time of each key, and no key waits for the one before it, so
 * that a busy machine does not slow the scanner down.
 */
export const scan = async (page: Page, text: string, pace: Pace = {}): Promise<void> => {
  const { gapMs = 8, lastGapMs = gapMs } = pace;
  const session = await sessionOf(page);
  // As the browser has it, also in a run with another date.
  const now = Date.now() - Number(process.env.KRAMAR_SHIFT_MS ?? 0);
  const start = Math.max(now, ready.get(page) ?? 0);
  ready.set(page, start + (text.length - 2) * gapMs + lastGapMs + BETWEEN_MS);
  await setTimeout(start - now);
  const sent: Promise<unknown>[] = [];
  const send = (event: Parameters<typeof session.send<'Input.dispatchKeyEvent'>>[1]) => {
    sent.push(session.send('Input.dispatchKeyEvent', event));
  };
  for (const [at, character] of [...text].entries()) {
    const isLast = at === text.length - 1;
    const timestamp = (start + at * gapMs + (isLast ? lastGapMs - gapMs : 0)) / 1000;
    const { isShifted, ...key } = keyOf(character, pace);
    const modifiers = isShifted ? SHIFT : 0;
    const shift = { timestamp, key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 };
    if (isShifted) send({ type: 'rawKeyDown', modifiers, ...shift });
    send({ type: 'keyDown', timestamp, modifiers, ...key });
    send({ type: 'keyUp', timestamp, modifiers, ...key });
    if (isShifted) send({ type: 'keyUp', ...shift });
  }
  await Promise.all(sent);
};
