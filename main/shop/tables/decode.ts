import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type { TableEncoding } from '../../../shared/api/tables.ts';
import { unreadable } from './table.ts';

/**
 * The upper half of windows-1251 (https://encoding.spec.whatwg.org/index-windows-1251.txt): some builds of Node,
 * Electron's among them, lack the tables for a TextDecoder.
 */
const UPPER =
  'ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u0098™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя';

const CP866 =
  'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u00a0';
/** The Ukrainian variant (CP1125) differs from 0xF2 on; Ў and ў of CP866 stand where its І and і do. */
const CP1125 = `${CP866.slice(0, 0x72)}ҐґЄєІіЇї·√№¤■\u00a0`;
const isUkrainianDos = (file: Buffer): boolean => file.includes(0xf6) || file.includes(0xf7);

const decodeBy =
  (upper: string) =>
  (bytes: Buffer): string =>
    bytes.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, (one) => upper.charAt(one.charCodeAt(0) - 0x80));

interface Encoded {
  encoding: TableEncoding;
  /** Without a byte order mark. */
  bytes: Buffer;
}

const BYTE_ORDER_MARKS: readonly [mark: Buffer, encoding: TableEncoding, swapped: boolean][] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8', false],
  [Buffer.from([0xff, 0xfe]), 'utf-16', false],
  [Buffer.from([0xfe, 0xff]), 'utf-16', true],
];

/** A byte order mark is certain, valid UTF-8 nearly so; otherwise the Windows encoding used in Ukraine. */
export const encodingOf = (file: Buffer, wish: TableEncoding | undefined): Encoded => {
  const marked = BYTE_ORDER_MARKS.find(([mark]) => file.subarray(0, mark.length).equals(mark));
  if (marked) {
    const [mark, encoding, swapped] = marked;
    if (wish === undefined || wish === encoding) {
      const rest = file.subarray(mark.length, evenEnd(file.length, encoding));
      return { encoding, bytes: swapped ? Buffer.from(rest).swap16() : rest };
    }
  }
  if (wish !== 'utf-16' && file.includes(0)) throw unreadable('no_text', 'This is no text.');
  return { encoding: wish ?? (isUtf8(file) ? 'utf-8' : oneByteEncoding(file)), bytes: file };
};

/** Bytes looked at. */
const LOOKED_AT = 64 * 1024;

/** The letters of CP866 lie in 0x80 to 0xAF, where windows-1251 has quotation marks and rare letters. */
const oneByteEncoding = (file: Buffer): 'windows-1251' | 'cp866' => {
  let [dos, windows] = [0, 0];
  for (const byte of file.subarray(0, LOOKED_AT))
    if (byte >= 0x80 && byte <= 0xaf) dos += 1;
    else if (byte >= 0xc0 && (byte < 0xe0 || byte >= 0xf0)) windows += 1;
  return dos > windows ? 'cp866' : 'windows-1251';
};

/** Half a character at the end of a file cannot be swapped. */
const evenEnd = (length: number, encoding: TableEncoding): number =>
  encoding === 'utf-16' ? length - (length % 2) : length;

/** Small enough not to block other requests, large enough to be quick. */
const SLICE = 32 * 1024;

/** Yields the text in pieces; no character is cut in two. */
export function* textPieces({ bytes, encoding }: Encoded): Generator<{ text: string; done: number }> {
  const decoder = new StringDecoder(encoding === 'utf-16' ? 'utf16le' : 'utf8');
  const oneByte = encoding === 'cp866' ? decodeBy(isUkrainianDos(bytes) ? CP1125 : CP866) : decodeBy(UPPER);
  const isOneByte = encoding === 'cp866' || encoding === 'windows-1251';
  for (let start = 0; start < bytes.length; start += SLICE) {
    const slice = bytes.subarray(start, start + SLICE);
    const text = isOneByte ? oneByte(slice) : decoder.write(slice);
    yield { text, done: start + slice.length };
  }
  const rest = decoder.end();
  if (rest !== '') yield { text: rest, done: bytes.length };
}
