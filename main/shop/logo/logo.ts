import type { Dots } from '../../printer/encode.ts';
import type { Db } from '../../store/db/connection.ts';
import { deleteLogo, findLogo, storeLogo } from '../../store/logo.ts';
import { recordAction } from '../actions/record.ts';
import { dotsOf } from './dots.ts';
import { type Picture, readPicture, refusal } from './picture.ts';
import { readPng } from './png.ts';

/** The shop's logo on papers. It is in the database, so that it moves and is backed up with it. */

/** Undefined: a JPEG or an interlaced PNG, which a receipt printer's own paper does without. */
const readDots = (bytes: Buffer, { type }: Picture): Dots | undefined => {
  const png = type === 'image/png' ? readPng(bytes) : undefined;
  const dots = png && dotsOf(png);
  if (png && !dots && !png.header.isInterlaced)
    throw refusal('LOGO_DAMAGED', 'The picture is cut off or damaged. Save it anew.');
  return dots;
};

/**
 * Sets or (null) removes the logo.
 * @param now milliseconds UTC
 * @throws OwnerError (LogoFault): nothing is stored
 */
export const changeLogo = (db: Db, content: Uint8Array | null, now: number): Picture | null => {
  const bytes = content && Buffer.from(content);
  const picture = bytes && readPicture(bytes);
  const dots = bytes && picture ? readDots(bytes, picture) : undefined;
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

/** For receipt printers; undefined: there is none, or not one that they can print. */
export const logoDots = (db: Db): Dots | undefined => {
  const row = findLogo(db);
  return row?.dots ? { width: row.dots_width, bits: row.dots } : undefined;
};
