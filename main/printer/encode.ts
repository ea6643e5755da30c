import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import encodeQr from 'qr';
import type { PaperPart } from '../../shared/api/papers.ts';
import { type CodePage, HRYVNIA_SIGN, hryvniaSign, printableText } from './code-pages.ts';
import { linesOf } from './layout.ts';

/** Makes the bytes of a paper in ESC/POS, the language of receipt printers. */

export const PAPER_WIDTHS = [58, 80] as const;
export type PaperWidth = (typeof PAPER_WIDTHS)[number];

/** Characters and dots of a line, as printers of 203 dots an inch have them. */
const LINES: Readonly<Record<PaperWidth, { columns: number; dots: number }>> = {
  58: { columns: 32, dots: 384 },
  80: { columns: 48, dots: 576 },
};

export interface PaperFormat {
  width: PaperWidth;
  codePage: CodePage;
  /** By the printer's own command, or drawn here for a printer that has none. */
  qr: 'native' | 'image';
}

/** Dots of one square of a QR code by the printer's own command: 0.75 mm, which phones read from a hand away. */
const NATIVE_SQUARE = 6;
/** White squares around a code, as its standard (ISO/IEC 18004) requires. */
const QUIET_ZONE = 4;
const BITS = 8;
const LINES_BEFORE_CUT = 4;

/** GS v 0: a picture, one bit a dot, each line in `bytes` bytes. */
const rasterImage = (bytes: number, bits: Uint8Array): Uint8Array => {
  const lines = bits.length / bytes;
  const header = [0x1d, 0x76, 0x30, 0, bytes & 0xff, bytes >> BITS, lines & 0xff, lines >> BITS];
  return Uint8Array.from([...header, ...bits]);
};

/** The picture in the middle of the line. */
const centredImage = ({ width, bits }: Dots, dots: number): Uint8Array => {
  const own = width / BITS;
  const margin = Math.max(0, Math.floor((dots / BITS - own) / 2));
  const wide = new Uint8Array((margin + own) * (bits.length / own));
  for (let at = 0; at < bits.length; at += own)
    wide.set(bits.subarray(at, at + own), (at / own) * (margin + own) + margin);
  return rasterImage(margin + own, wide);
};

/** The lines of black squares. */
const imageOf = (bits: readonly (readonly boolean[])[]): Uint8Array => {
  const bytes = Math.ceil((bits[0]?.length ?? 0) / BITS);
  const rows = bits.map((row) => {
    const line = new Uint8Array(bytes);
    row.forEach((isBlack, at) => {
      if (isBlack) line[Math.floor(at / BITS)] = (line[Math.floor(at / BITS)] ?? 0) | (0x80 >> (at % BITS));
    });
    return line;
  });
  return rasterImage(bytes, Uint8Array.from(rows.flatMap((row) => [...row])));
};

/** The code in the middle of the line, each square as large as fits, up to the size of the printer's own. */
const qrImage = (data: string, dots: number): Uint8Array => {
  const code = encodeQr(data, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const square = Math.max(1, Math.min(NATIVE_SQUARE, Math.floor(dots / code.length)));
  const margin = Array<boolean>(Math.floor((dots - code.length * square) / 2)).fill(false);
  const scaled = code.flatMap((row) => {
    const wide = [...margin, ...row.flatMap((isBlack) => Array<boolean>(square).fill(isBlack))];
    return Array<boolean[]>(square).fill(wide);
  });
  return imageOf(scaled);
};

const addQr = (encoder: ReceiptPrinterEncoder, data: string, { qr, width }: PaperFormat): void => {
  if (qr === 'image') encoder.raw(qrImage(data, LINES[width].dots));
  else encoder.align('center').qrcode(data, { model: 2, size: NATIVE_SQUARE, errorlevel: 'm' }).align('left');
};

/** The sign of the hryvnia is drawn: no code page has it. */
const addText = (encoder: ReceiptPrinterEncoder, text: string, size: number): void => {
  text.split(HRYVNIA_SIGN).forEach((piece, at) => {
    if (at > 0) encoder.raw(hryvniaSign(size));
    if (piece !== '') encoder.text(piece);
  });
};

const addPart = (encoder: ReceiptPrinterEncoder, part: PaperPart, format: PaperFormat, logo?: Dots): void => {
  if (part.kind === 'name' && logo) {
    encoder.raw(centredImage(logo, LINES[format.width].dots));
    return;
  }
  if (part.kind === 'qr') {
    addQr(encoder, part.value ?? '', format);
    if (part.text) addPart(encoder, { kind: 'line', text: part.text }, format);
    return;
  }
  const printable = (text: string) => printableText(text, format.codePage);
  for (const { text, isBold, isLarge } of linesOf(part, LINES[format.width].columns, printable)) {
    const size = isLarge ? 2 : 1;
    encoder.bold(isBold).size(size, size);
    addText(encoder, text, size);
    encoder.newline();
  }
  encoder.bold(false).size(1, 1);
};

/** A picture: black dots on white. */
export interface Dots {
  /** A whole number of bytes. */
  width: number;
  /** A bit a dot, 1 is black; each line in whole bytes. */
  bits: Uint8Array;
}

interface PaperOptions {
  /** In the place of the shop's name. */
  logo?: Dots | undefined;
  /** Sends a pulse to the cash drawer first. */
  opensDrawer?: boolean;
  /** False: more follows on the same paper. */
  isCut?: boolean;
}

/** The bytes of a paper. */
export const encodePaper = (
  parts: readonly PaperPart[],
  format: PaperFormat,
  { logo, opensDrawer = false, isCut = true }: PaperOptions = {},
): Uint8Array => {
  const encoder = new ReceiptPrinterEncoder({
    language: 'esc-pos',
    columns: LINES[format.width].columns,
    codepageMapping: { [format.codePage.name]: format.codePage.table },
    feedBeforeCut: LINES_BEFORE_CUT,
    newline: '\n',
  }).initialize();
  if (opensDrawer) encoder.pulse();
  encoder.codepage(format.codePage.name);
  for (const part of parts) addPart(encoder, part, format, logo);
  return (isCut ? encoder.cut('partial') : encoder).encode();
};
