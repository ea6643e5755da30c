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
/** What says that a code is one of GS1: its symbology or a parenthesis in front, or the number of the product. */
const GS1 = /^(?:\](?:C1|e0|d2|Q3|J1)|\(\d|01\d{14})/;
/** Identifiers whose parts have a fixed length, with them (GS1 General Specifications, 7.8.5). */
const FIXED: readonly [identifiers: RegExp, length: number][] = [
  [/^00/, 20],
  [/^0[123]/, 16],
  [/^04/, 18],
  [/^1[1-9]/, 8],
  [/^20/, 4],
  [/^3[1-6]/, 10],
  [/^41/, 16],
];
/** Those with four digits: measures and prices. All others are read by two, since nothing of them is needed. */
const LONG_IDENTIFIER = /^3[1-69]\d{2}/;

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
  // FNC1 ends each part of another length.
  for (const run of text.split(FNC1)) {
    for (let at = 0; at < run.length; ) {
      const rest = run.slice(at);
      const [id] = LONG_IDENTIFIER.exec(rest) ?? /^\d{2}/.exec(rest) ?? [];
      const [, length = rest.length] = FIXED.find(([identifiers]) => identifiers.test(rest)) ?? [];
      if (id === undefined || length > rest.length) return undefined;
      parts.set(id, rest.slice(id.length, length));
      at += length;
    }
  }
  return parts;
};

/** An integer of so many decimals, at another number of decimals. */
const scaled = (digits: string, decimals: number, to: number): number =>
  Math.round(Number(digits) * 10 ** (to - decimals));

/** Net weight in kilograms (310n) and price (392n, and 393n with a currency in front) beside a GTIN (01). */
const readGs1 = (code: string): Label | undefined => {
  const text = scannedText(code);
  const isGs1 = GS1.test(code.trim()) || code.trim().startsWith(FNC1);
  const link = /^https?:\/\/[^?#]*\/01\/(\d{8,14})(?=[/?#]|$)/i.exec(text)?.[1];
  if (link !== undefined) return { kind: 'gs1', barcodes: [link], item: '' };
  const parts = isGs1 ? gs1Parts(text) : undefined;
  const gtin = parts?.get('01');
  if (parts === undefined || gtin === undefined || !/^\d{14}$/.test(gtin) || !hasCheckDigit(gtin))
    return undefined;
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

const readScale = (text: string, patterns: string): Label | undefined => {
  const code = /^\d{12,13}$/.test(text) ? text.padStart(13, '0') : '';
  if (code === '' || !hasCheckDigit(code)) return undefined;
  const pattern = separateLabels(patterns).find(
    (each) => isLabelPattern(each) && [...each].every((each, at) => !/\d/.test(each) || each === code[at]),
  );
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
export const readLabel = (code: string, patterns: string): Label | undefined =>
  readGs1(code) ?? readScale(scannedText(code), patterns);
