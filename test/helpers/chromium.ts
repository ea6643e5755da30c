import { existsSync } from 'node:fs';

/** Debian's two packages of one browser; the headless one takes half the time. Undefined: none is installed. */
export const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) =>
  existsSync(path),
);
