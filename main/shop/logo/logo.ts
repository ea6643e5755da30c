import { LOGO_LIMITS } from '../../../shared/api/settings.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import type { Dots } from '../../printer/encode.ts';
import type { Db } from '../../store/db/connection.ts';
import { deleteLogo, findLogo, storeLogo } from '../../store/logo.ts';
import { recordAction } from '../actions/record.ts';
import { greyLines, sizeOfPng } from './png.ts';

/** The shop's logo on papers. It is in the database, so that it moves and is backed up with it. */

/** Sets or (null) removes the logo. @param now milliseconds UTC @throws OwnerError (LogoFault): nothing is stored */
export const changeLogo = (db: Db, content: Uint8Array | null, now: number): Picture | null => {
  const bytes = content && Buffer.from(content);
  const { picture, dots } = bytes ? readPicture(bytes) : { picture: null };
  return db.transaction(() => {
    if (bytes && picture)
      storeLogo(db, {
        ...picture,
        content: bytes,
        dots: dots?.bits ?? null,
        dots_width: dots?.width ?? 0,
        changed_at: now,
      });
    else if (!deleteLogo(db)) return null;
    const value = picture ? `${picture.type}, ${picture.width} × ${picture.height}` : '';
    recordAction(db, now, {
      code: 'setting_changed',
      object: { kind: 'setting', id: null, label: 'logo' },
      facts: { value },
    });
    return picture;
  });
};

/** For receipt printers; undefined: there is none, or a JPEG, which their own paper does without. */
export const logoDots = (db: Db): Dots | undefined => {
  const row = findLogo(db);
  return row?.dots ? { width: row.dots_width, bits: row.dots } : undefined;
};

/** A picture as a receipt printer prints it: black dots on white paper. Pure. */

/** The roll of 58 mm has 384 dots; a logo of 48 by 20 mm leaves the receipt its length. */
const MOST_WIDTH = 384;
const MOST_HEIGHT = 160;

/** The mean of the pixels that a dot covers. */
const scaled = (lines: readonly Uint8Array[], width: number, height: number): Float64Array[] => {
  const [first] = lines;
  const across = (first?.length ?? 0) / width;
  const down = lines.length / height;
  return Array.from({ length: height }, (_, y) =>
    Float64Array.from({ length: width }, (__, x) => {
      const rows = lines.slice(Math.floor(y * down), Math.max(Math.ceil((y + 1) * down), 1));
      let [sum, count] = [0, 0];
      for (const row of rows)
        for (const grey of row.subarray(Math.floor(x * across), Math.ceil((x + 1) * across))) {
          sum += grey;
          count += 1;
        }
      return sum / count;
    }),
  );
};

const MIDDLE = 128;

/** Floyd and Steinberg: what a dot is too dark or too bright goes to its neighbours, so that greys stay greys. */
const dithered = (lines: readonly Float64Array[], width: number): Uint8Array => {
  const bytes = width / 8;
  const bits = new Uint8Array(bytes * lines.length);
  lines.forEach((line, y) => {
    const below = lines[y + 1];
    line.forEach((grey, x) => {
      const isBlack = grey < MIDDLE;
      if (isBlack) bits[y * bytes + (x >> 3)] = (bits[y * bytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      const error = grey - (isBlack ? 0 : 255);
      const pass = (to: Float64Array | undefined, at: number, part: number): void => {
        if (to && at >= 0 && at < to.length) to[at] = (to[at] ?? 0) + (error * part) / 16;
      };
      pass(line, x + 1, 7);
      pass(below, x - 1, 3);
      pass(below, x, 5);
      pass(below, x + 1, 1);
    });
  });
  return bits;
};

/** Never larger than the picture itself. @param lines grey, 0 (black) to 255 a pixel */
const dotsOf = (lines: readonly Uint8Array[], { width, height }: Omit<Picture, 'type'>): Dots => {
  const scale = Math.min(1, MOST_WIDTH / width, MOST_HEIGHT / height);
  const shown = Math.max(1, Math.round(width * scale));
  const grey = scaled(lines, shown, Math.max(1, Math.round(height * scale)));
  const whole = Math.ceil(shown / 8) * 8;
  const padded = grey.map((line) => {
    const wide = new Float64Array(whole).fill(255);
    wide.set(line, Math.floor((whole - shown) / 2));
    return wide;
  });
  return { width: whole, bits: dithered(padded, whole) };
};

/** Recognizes the type of a picture by its bytes: a file's name and the media type that a browser sends prove nothing. */

interface Picture {
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

type LogoFault = 'LOGO_KIND' | 'LOGO_TOO_LARGE' | 'LOGO_PIXELS' | 'LOGO_DAMAGED';

const refusal = (code: LogoFault, why: string): OwnerError =>
  new OwnerError(code, `${why} The logo was not changed.`);

const damaged = (): OwnerError => refusal('LOGO_DAMAGED', 'The picture is cut off or damaged. Save it anew.');

const JPEG_START = 0xffd8;
/** Markers of a JPEG (ITU-T T.81, table B.1). */
const MARKER = 0xff;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xffd9;
/** Frames are C0 to CF; these three of them are other things (tables, arithmetic coding). */
const NOT_A_FRAME = [0xc4, 0xc8, 0xcc];
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && !NOT_A_FRAME.includes(marker);

/** Walks the segments up to the frame, which has the size; undefined: there is none before the picture's data. */
const sizeOfJpeg = (bytes: Buffer): Omit<Picture, 'type'> | undefined => {
  if (bytes.readUInt16BE(bytes.length - 2) !== END_OF_IMAGE) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== MARKER) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === START_OF_SCAN) return undefined;
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const length = bytes.readUInt16BE(at + 2);
    // A length counts its own two bytes: less would not move on.
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
};

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Reads what the file is, how large, and the dots of a PNG, which is decoded once its size is known.
 * @throws OwnerError (LogoFault)
 */
export const readPicture = (bytes: Buffer): { picture: Picture; dots: Dots | undefined } => {
  if (bytes.length > LOGO_LIMITS.bytes)
    throw refusal(
      'LOGO_TOO_LARGE',
      `The file is larger than ${LOGO_LIMITS.bytes / 1000} kB. Save it smaller.`,
    );
  const isPng = bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  const isJpeg = bytes.length > 4 && bytes.readUInt16BE(0) === JPEG_START;
  if (!isPng && !isJpeg)
    throw refusal('LOGO_KIND', 'The file is no PNG or JPEG picture. Save the logo as one of the two.');
  const size = isPng ? sizeOfPng(bytes) : sizeOfJpeg(bytes);
  if (!size) throw damaged();
  const { leastPixels, mostPixels } = LOGO_LIMITS;
  const { width, height } = size;
  if (Math.min(width, height) < leastPixels || Math.max(width, height) > mostPixels)
    throw refusal(
      'LOGO_PIXELS',
      `The picture has ${width} × ${height} pixels. Each side can have ${leastPixels} to ${mostPixels}.`,
    );
  const picture: Picture = { type: isPng ? 'image/png' : 'image/jpeg', width, height };
  if (!isPng) return { picture, dots: undefined };
  const lines = greyLines(bytes, size);
  if (!lines) throw damaged();
  return { picture, dots: dotsOf(lines, size) };
};
