import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths of Kramar's own files, both from source (main/) and built (dist/main/, flat). Only source files end in .ts. */
const isSource = extname(import.meta.url) === '.ts';

const resolveAsset = (source: string, built: string): string =>
  fileURLToPath(new URL(isSource ? source : built, import.meta.url));

/** The built page (main/http/screens.ts). */
export const SCREENS = resolveAsset('../../dist/renderer', '../renderer');

/** The built guides (main/http/guides.ts). */
export const GUIDES = resolveAsset('../../dist/guides', '../guides');

/** The preload script of the window (main/desktop/preload.ts); only a build has it. */
export const PRELOAD = resolveAsset('../../dist/preload/preload.cjs', '../preload/preload.cjs');

/** Drawn by `npm run icons` (build/icons/), copied by the build. */
export const ICONS = resolveAsset('../../build/icons', '../icons');

/** The files used of swagger-ui-dist (main/http/docs.ts); the build copies just these. */
export const DOCS_FILES = ['swagger-ui.css', 'index.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Folder of DOCS_FILES. */
export const docsFolder = (): string =>
  isSource
    ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    : resolveAsset('', '../docs');

/**
 * The module that threads run (main/store/threads/thread.ts). A package keeps it beside the archive: Electron reads
 * archives in threads too (https://github.com/electron/electron/pull/33216), but perhaps not as modules, and the
 * database driver is outside anyway.
 */
export const WORKER = unpackedPath(resolveAsset('../start/worker.ts', './worker.mjs'));

/** Of which a new database is made (main/store/schema/make-schema.ts); threads read it too. */
export const SCHEMA = unpackedPath(resolveAsset('../store/schema/schema.sql', './schema.sql'));

/**
 * SHA-256 of the threads' modules, by file name (build/thread-modules.ts); undefined: run from source. In the archive,
 * whose own integrity Electron checks.
 */
export const WORKER_DIGESTS = isSource ? undefined : resolveAsset('', './thread-modules.json');

/** The path where the packager unpacks the file (asarUnpack in electron-builder.yml). */
export function unpackedPath(path: string): string {
  return path.replace(/([\\/])app\.asar(?=[\\/])/, '$1app.asar.unpacked');
}

/** macOS takes the window's icon from the app itself. */
export const windowIcon = (platform: NodeJS.Platform): string =>
  join(ICONS, platform === 'win32' ? 'icon.ico' : 'icon.png');

/** macOS recolours an image whose name ends with Template to match its menu bar. */
export const trayIcon = (platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return join(ICONS, 'trayTemplate.png');
  return join(ICONS, platform === 'win32' ? 'tray.ico' : 'tray.png');
};
