import { PAUSE_MS } from '../../renderer/shop/session/scan/scanner.ts';

/** The keys of a barcode scanner, as events of Chrome's protocol: a keyboard whose keys follow each other at a set pace. */

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

export interface Pace extends Keyboard {
  /** Between two keys. */
  gapMs?: number;
  /** Before the last one. */
  lastGapMs?: number;
}

const SHIFT = 8;

interface KeyEvent extends Partial<Omit<Key, 'isShifted'>> {
  type: 'rawKeyDown' | 'keyDown' | 'keyUp';
  /** Seconds since 1970; the browser gives the event this time. */
  timestamp: number;
  modifiers?: number;
}

/** From the last key of a code to the first of the next one: longer than the pause that ends a code. */
const BETWEEN_MS = PAUSE_MS + 10;

/** When the scanner can read the next code, ms. */
export const readyAt = (text: string, start: number, { gapMs = 8, lastGapMs = gapMs }: Pace = {}): number =>
  start + (text.length - 2) * gapMs + lastGapMs + BETWEEN_MS;

/** @param text a line break is Enter @param start when the first key is pressed, ms */
export const keyEventsOf = (text: string, start: number, pace: Pace = {}): KeyEvent[] => {
  const { gapMs = 8, lastGapMs = gapMs } = pace;
  return [...text].flatMap((character, at): KeyEvent[] => {
    const isLast = at === text.length - 1;
    const timestamp = (start + at * gapMs + (isLast ? lastGapMs - gapMs : 0)) / 1000;
    const { isShifted, ...key } = keyOf(character, pace);
    const modifiers = isShifted ? SHIFT : 0;
    const shift = { timestamp, key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 };
    const typed: KeyEvent[] = [
      { type: 'keyDown', timestamp, modifiers, ...key },
      { type: 'keyUp', timestamp, modifiers, ...key },
    ];
    if (!isShifted) return typed;
    return [{ type: 'rawKeyDown', modifiers, ...shift }, ...typed, { type: 'keyUp', ...shift }];
  });
};
