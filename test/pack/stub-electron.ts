import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** https://www.electronjs.org/docs/latest/tutorial/fuses#the-hard-way */
export const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Version 1 of the wire, nine fuses, as Electron ships them. */
const WIRE = Buffer.concat([Buffer.from([1, 9]), Buffer.from('101000110')]);

/** In the place of Electron's program, which cannot be had everywhere: what electron-builder looks for, and no more. */
export const stubElectron = (folder: string, version: string): void => {
  const files: Record<string, string | Buffer> = {
    version,
    electron: Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), Buffer.from(FUSE_SENTINEL), WIRE]),
    LICENSE: 'of Electron',
    'LICENSES.chromium.html': 'of Chromium',
    'chrome-sandbox': '',
    chrome_crashpad_handler: '',
    'locales/en-US.pak': '',
    'locales/uk.pak': '',
    'locales/de.pak': '',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  }
};
