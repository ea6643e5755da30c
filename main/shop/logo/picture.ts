import { LOGO_LIMITS } from '../../../shared/api/logo.ts';
import { OwnerError } from '../../platform/owner-error.ts';
import { readPng } from './png.ts';

/** What a file of a logo is, by its own bytes: its name and what a browser calls it prove nothing. */

export interface Picture {
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

export type LogoFault = 'LOGO_KIND' | 'LOGO_TOO_LARGE' | 'LOGO_PIXELS' | 'LOGO_DAMAGED';

export const refusal = (code: LogoFault, why: string): OwnerError =>
  new OwnerError(code, `${why} The logo was not changed.`);

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
 * Reads what the file is and how large, without decoding it.
 * @throws OwnerError (LogoFault)
 */
export const readPicture = (bytes: Buffer): Picture => {
  if (bytes.length > LOGO_LIMITS.bytes)
    throw refusal(
      'LOGO_TOO_LARGE',
      `The file is larger than ${LOGO_LIMITS.bytes / 1000} kB. Save it smaller.`,
    );
  const isPng = bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  const isJpeg = bytes.length > 4 && bytes.readUInt16BE(0) === JPEG_START;
  if (!isPng && !isJpeg)
    throw refusal('LOGO_KIND', 'The file is no PNG or JPEG picture. Save the logo as one of the two.');
  const size = isPng ? readPng(bytes)?.header : sizeOfJpeg(bytes);
  if (!size) throw refusal('LOGO_DAMAGED', 'The picture is cut off or damaged. Save it anew.');
  const { leastPixels, mostPixels } = LOGO_LIMITS;
  const { width, height } = size;
  if (Math.min(width, height) < leastPixels || Math.max(width, height) > mostPixels)
    throw refusal(
      'LOGO_PIXELS',
      `The picture has ${width} × ${height} pixels. Each side can have ${leastPixels} to ${mostPixels}.`,
    );
  return { type: isPng ? 'image/png' : 'image/jpeg', width, height };
};
