import { hasCheckDigit } from './barcodes.ts';

/** What a label says beside the product: GS1 application identifiers, and labels that scales print. Pure. */

export interface Label {
  kind: 'gs1' | 'scale';
  /** Barcodes of the product, the most likely first. */
  barcodes: string[];
  /** The product's number in the scales; "": a GS1 label. */
  item: string;
  /** Thousandths of a kilogram, or of a piece; undefined: the label has none. */
  quantity?: number;
  /** Minor units for all of it; undefined: the label has none. */
  sum?: number;
}

/** Symbology identifiers (ISO/IEC 15424), which some scanners send before the code: `]C1`, `]E0`. */
const SYMBOLOGY = /^\][A-Za-z]\d/;
/** FNC1, which ends a part of variable length. */
const FNC1 = '\u001d';
/** Identifiers of parts with a fixed length (GS1 General Specifications, 7.8.5); 31nn to 36nn are measures. */
const FIXED: Readonly<Record<string, number>> = { 11: 6, 12: 6, 13: 6, 15: 6, 16: 6, 17: 6, 20: 2 };

/** The code without what a scanner adds. */
export const scannedText = (text: string): string => {
  const code = text.replace(SYMBOLOGY, '').trim();
  return code.startsWith(FNC1) ? code.slice(1) : code;
};

/** `(01)04820000000017(3103)000350` and the same without parentheses → by identifier; undefined: no GS1 code. */
const gs1Parts = (text: string): Map<string, string> | undefined => {
  const parts = new Map<string, string>();
  if (text.startsWith('(')) {
    for (const [, id = '', value = ''] of text.matchAll(/\((\d{2,4})\)([^(]*)/g)) parts.set(id, value);
    return parts;
  }
  let rest = text;
  while (rest !== '') {
    if (rest.startsWith(FNC1)) rest = rest.slice(1);
    const [id = '', length] = identifierOf(rest);
    const next = rest.indexOf(FNC1);
    const until = length === undefined ? (next < 0 ? rest.length : next) : id.length + length;
    if (id === '' || until > rest.length) return undefined;
    parts.set(id, rest.slice(id.length, until));
    rest = rest.slice(until);
  }
  return parts;
};

/** The identifier in front, and the length of its value; undefined: variable. */
const identifierOf = (rest: string): [id: string, length: number | undefined] => {
  if (/^0[12]\d/.test(rest)) return [rest.slice(0, 2), 14];
  if (/^3[1-6]\d{2}/.test(rest)) return [rest.slice(0, 4), 6];
  if (/^39\d{2}/.test(rest)) return [rest.slice(0, 4), undefined];
  const two = rest.slice(0, 2);
  if (two in FIXED) return [two, FIXED[two]];
  return /^(?:10|21|22|30|37|9\d)/.test(rest) ? [two, undefined] : ['', undefined];
};

/** An integer of so many decimals, at another number of decimals. */
const scaled = (digits: string, decimals: number, to: number): number =>
  Math.round(Number(digits) * 10 ** (to - decimals));

/** Net weight in kilograms (310n) and price (392n, and 393n with a currency in front) beside a GTIN (01). */
const readGs1 = (text: string): Label | undefined => {
  const link = /^https?:\/\/[^?#]*\/01\/(\d{8,14})(?=[/?#]|$)/i.exec(text)?.[1];
  if (link !== undefined) return { kind: 'gs1', barcodes: [link], item: '' };
  const parts = /^(?:01|\(01\))\d{14}/.test(text) ? gs1Parts(text) : undefined;
  const gtin = parts?.get('01');
  if (parts === undefined || gtin === undefined || !hasCheckDigit(gtin)) return undefined;
  const label: Label = { kind: 'gs1', barcodes: [gtin], item: '' };
  for (const [id, value] of parts) {
    const decimals = Number(id.at(-1));
    if (/^310\d$/.test(id) && /^\d{6}$/.test(value)) label.quantity = scaled(value, decimals, 3);
    if (/^392\d$/.test(id) && /^\d{1,15}$/.test(value)) label.sum = scaled(value, decimals, 2);
    if (/^393\d$/.test(id) && /^980\d{1,15}$/.test(value)) label.sum = scaled(value.slice(3), decimals, 2);
  }
  return label;
};

/**
 * The layout of labels that scales print, as patterns of 13 characters: the prefix in digits, I for the product's
 * number, W for the weight in grams, P for the price in kopiykas, N for pieces, ? for any digit, C for the check digit.
 */
export const USUAL_LABELS = '2?IIIIIWWWWWC';
export const MAX_LABELS = 10;

export const separateLabels = (patterns: string): string[] => patterns.split(/[\s;,]+/u).filter(Boolean);

/** Prefixes that GS1 leaves to shops: 02, and 20 to 29. */
const PATTERN = /^(?=.{13}$)(?:02|2[\d?])[\d?]*(?:I+[\d?]*(?:W+|P+|N+)|(?:W+|P+|N+)[\d?]*I+)[\d?]*C$/;
export const isLabelPattern = (pattern: string): boolean => PATTERN.test(pattern);

const partOf = (pattern: string, code: string, letter: string): string =>
  [...pattern].map((each, at) => (each === letter ? code[at] : '')).join('');

const hasPrefix = (pattern: string, code: string): boolean =>
  [...pattern].every((each, at) => !/\d/.test(each) || each === code[at]);

const readScale = (text: string, patterns: string): Label | undefined => {
  const code = /^\d{12,13}$/.test(text) ? text.padStart(13, '0') : '';
  if (code === '' || !hasCheckDigit(code)) return undefined;
  const pattern = separateLabels(patterns).find((each) => isLabelPattern(each) && hasPrefix(each, code));
  if (pattern === undefined) return undefined;
  // Goods that are weighed have in the catalog the label of nothing, with its check digit or without.
  const empty = [...pattern].map((each, at) => ('WPN'.includes(each) ? '0' : (code[at] ?? ''))).join('');
  const barcodes = Array.from({ length: 10 }, (_, digit) => `${empty.slice(0, -1)}${digit}`);
  const [grams, kopiykas, pieces] = ['W', 'P', 'N'].map((letter) => partOf(pattern, code, letter));
  return {
    kind: 'scale',
    barcodes: [...barcodes, empty.slice(0, pattern.lastIndexOf('I') + 1)],
    item: partOf(pattern, code, 'I').replace(/^0+(?=.)/, ''),
    ...(grams ? { quantity: Number(grams) } : {}),
    ...(pieces ? { quantity: Number(pieces) * 1000 } : {}),
    ...(kopiykas ? { sum: Number(kopiykas) } : {}),
  };
};

/** What a scanned code says beside a barcode; undefined: it is one. @param patterns of scale labels */
export const readLabel = (code: string, patterns: string): Label | undefined => {
  const text = scannedText(code);
  return readGs1(text) ?? readScale(text, patterns);
};
