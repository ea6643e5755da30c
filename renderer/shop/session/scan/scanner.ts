import type { Preferences } from '../../../lib/preferences.ts';

/** Recognises what a barcode scanner types among what people type: by its pace. Pure. */

/** A scanner's keys follow each other faster than this, ms. */
export const KEY_GAP_MS = 50;
/** From so many keys on it can only be a scanner. */
export const BURST_LENGTH = 6;
/** Fewer keys before an Enter may be a person's. */
const NOISE_LENGTH = 3;
/** An Enter this late after a burst without one still belongs to it, ms. */
export const LATE_ENTER_MS = 500;
/** A longer text is no code: QR codes of receipts have about 200 characters. */
const MAX_LENGTH = 512;

/** How the scanner is set up. */
export interface ScannerSetup {
  /** What it types before each code; "": nothing. */
  prefix: string;
  /** The key that it presses after each code. */
  suffix: Preferences['scannerSuffix'];
}

const USUAL_SETUP: ScannerSetup = { prefix: '', suffix: 'enter' };

export interface Stroke {
  /** The character of the key by its place on a US keyboard, or the name of a key that types none. */
  key: string;
  /** What the layout makes of the key. */
  typed: string;
  /** When it was pressed, ms. */
  at: number;
  /** The key is held down, or part of a shortcut. */
  isSpecial?: boolean;
}

export interface Burst {
  /** By the places of the keys. */
  text: string;
  /** As the layout has it. */
  typed: string;
  /** Of its last key, ms. */
  at: number;
}

/**
 * typing: a person's key, left alone. burst: part of a scan, to be kept from the screen. scan: its end. noise: the end of
 * a scan that was read in part.
 */
export type Verdict = { kind: 'typing' | 'burst' | 'noise' } | { kind: 'scan'; code: string };

export const NO_BURST: Burst = { text: '', typed: '', at: Number.NEGATIVE_INFINITY };

/** Scanners send it as Ctrl+]. */
export const FNC1 = '\u001d';
const isCode = (text: string): boolean => /^[ -~]*$/.test(text.replaceAll(FNC1, ''));
export const isNumber = ({ text }: Burst): boolean => text.length >= BURST_LENGTH && /^\d+$/.test(text);

/** A sum with its decimals, by the place of the keys or as the layout has it: quick fingers type it, no scanner does. */
const isAmount = ({ text, typed }: Burst): boolean =>
  [text, typed].some((each) => /^\d+(?: \d{3})*[.,]\d{1,2}$/.test(each));

const TYPING: Verdict = { kind: 'typing' };
/** Keys that change what others type. */
const MODIFIERS: readonly string[] = ['Shift', 'CapsLock', 'AltGraph', 'Control', 'NumLock'];

/**
 * A scanner types by the places of the keys, or by the layout where that has Latin letters: then it is set up for the
 * layout, and the letters say so.
 */
const codeOf = ({ text, typed }: Burst, prefix: string): string => {
  const isByLayout = /[a-z]/i.test(typed) && isCode(typed);
  // Caps Lock changes the case of letters, which the places do not know.
  const code = isByLayout ? [...typed].map((one, at) => inCaseOf(one, text[at] ?? '')).join('') : text;
  return prefix !== '' && code.startsWith(prefix) ? code.slice(prefix.length) : code;
};

const inCaseOf = (letter: string, other: string): string => {
  if (!/[a-z]/i.test(letter) || !/[a-z]/i.test(other)) return letter;
  return other === other.toLowerCase() ? letter.toLowerCase() : letter.toUpperCase();
};

/** Judges one key after the keys before it. */
export const judgeKey = (
  before: Burst,
  { key, typed, at, isSpecial = false }: Stroke,
  setup: ScannerSetup = USUAL_SETUP,
): [Burst, Verdict] => {
  if (MODIFIERS.includes(key)) return [before, TYPING];
  const gap = at - before.at;
  const isQuick = gap >= 0 && gap < KEY_GAP_MS;
  if (key === 'Enter' && !isSpecial) return [NO_BURST, judgeEnd(before, isQuick, gap, setup)];
  if (key === 'Tab' && !isSpecial && isWhole(before, isQuick, setup))
    return [NO_BURST, judgeEnd(before, isQuick, gap, setup)];
  if (isSpecial || [...key].length !== 1 || !isCode(key)) return [NO_BURST, TYPING];
  const burst = isQuick
    ? { text: before.text + key, typed: before.typed + typed, at }
    : { text: key, typed, at };
  return [burst, isNumber(burst) ? { kind: 'burst' } : TYPING];
};

/** Whether the keys before the end make a code: a prefix marks even the shortest one. */
const isWhole = ({ text }: Burst, isQuick: boolean, { prefix }: ScannerSetup): boolean => {
  if (!isQuick || text.length > MAX_LENGTH) return false;
  return (
    text.length >= BURST_LENGTH || (prefix !== '' && text.startsWith(prefix) && text.length > prefix.length)
  );
};

const judgeEnd = (before: Burst, isQuick: boolean, gap: number, setup: ScannerSetup): Verdict => {
  if (isAmount(before)) return TYPING;
  if (isWhole(before, isQuick, setup)) return { kind: 'scan', code: codeOf(before, setup.prefix) };
  const isLate = isNumber(before) && gap >= 0 && gap < LATE_ENTER_MS;
  return isLate || (isQuick && before.text.length >= NOISE_LENGTH) ? { kind: 'noise' } : TYPING;
};

/** The end of a scan by a scanner that presses no key after a code: so long after its last key. */
export const PAUSE_MS = 150;
export const judgePause = (before: Burst, setup: ScannerSetup): Verdict =>
  setup.suffix === 'none' && !isAmount(before) && isWhole(before, true, setup)
    ? { kind: 'scan', code: codeOf(before, setup.prefix) }
    : TYPING;

/** Signs of a US keyboard by the place of their key, alone and with Shift. */
const SIGNS: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Backquote: '`~',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Space: '  ',
  IntlBackslash: '\\|',
  NumpadAdd: '++',
  NumpadSubtract: '--',
  NumpadMultiply: '**',
  NumpadDivide: '//',
  NumpadDecimal: '..',
};
const SHIFTED_DIGITS = ')!@#$%^&*(';

interface Key {
  key: string;
  /** "": unknown, as with remote keyboards. */
  code: string;
  shiftKey: boolean;
}

/** The character of a key by its place; the key's name where it types none. */
export const characterOf = ({ key, code, shiftKey }: Key): string => {
  if ([...key].length !== 1 && key !== 'Dead') return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const [, pad, digit] = /^(Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (digit !== undefined)
    return pad === 'Digit' && shiftKey ? (SHIFTED_DIGITS[Number(digit)] ?? digit) : digit;
  return SIGNS[code]?.[shiftKey ? 1 : 0] ?? key;
};
