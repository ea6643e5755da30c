import * as v from 'valibot';
import { MAX_LENGTH, text } from './api/fields.ts';

/** Characters that some system forbids in file names: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"/\\|?*]/;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

const isFileName = (name: string): boolean =>
  !FORBIDDEN.test(name) && !DEVICE.test(name) && !name.endsWith('.');

/** A bare file name, without a folder, and not that of a device. */
export const fileName = () =>
  v.pipe(
    text(MAX_LENGTH.name),
    v.check(
      isFileName,
      'It is no name of a file. Expected: letters, digits and signs, without \\ / : * ? " < > |.',
    ),
  );
