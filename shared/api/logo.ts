import * as v from 'valibot';
import { count, nullable, shape } from './answers.ts';

/** The shop's logo, which stands on papers in the place of its name. Beyond version 1. */

/** Of the file, and of its width and height in pixels. */
export const LOGO_LIMITS = { bytes: 300_000, leastPixels: 32, mostPixels: 1500 } as const;

export const logo = shape('Logo', {
  image: nullable(
    v.string(),
    'The picture (PNG or JPEG) as a data: URL, of a file of at most 300,000 bytes; null: the owner has set none, and the ' +
      "shop's name stands in its place.",
    'data:image/png;base64,iVBORw0KGgo…',
  ),
  width: count('Its width in pixels; 0 without a logo.', 600),
  height: count('Its height in pixels; 0 without a logo.', 200),
});
export type Logo = v.InferOutput<typeof logo>;
