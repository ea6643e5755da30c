import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What Kramar reads from its own folder, run from source (main/) as well as built (dist/main/, flat). The build keeps
 * this file's one question true: what has been built no longer ends in .ts.
 */
const isSource = extname(import.meta.url) === '.ts';

const beside = (source: string, built: string): string =>
  fileURLToPath(new URL(isSource ? source : built, import.meta.url));

/** The built page (main/http/screens.ts). */
export const SCREENS = beside('../../dist/renderer', '../renderer');

/** What the window's page is given of the program (main/desktop/preload.ts); only a build has it. */
export const PRELOAD = beside('../../dist/preload/preload.cjs', '../preload/preload.cjs');

/** Drawn by `npm run icons` (build/icons/), copied by the build. */
export const ICONS = beside('../../build/icons', '../icons');

/** What is taken of swagger-ui-dist (main/http/docs.ts); the build copies just these. */
export const DOCS_FILES = ['swagger-ui.css', 'index.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Where they are. */
export const docsFolder = (): string =>
  isSource
    ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    : beside('', '../docs');

/**
 * The thread of a backup. In a package it lies beside the archive: Electron reads archives in threads too
 * (https://github.com/electron/electron/pull/33216), but not as modules for all we know, and its database driver is
 * outside anyway.
 */
export const BACKUP_WORKER = outsideArchive(beside('../store/backup/worker.ts', './backup-worker.mjs'));

/** A thread that reads what takes long (main/store/threads/reader.ts); outside the archive for the same reason. */
export const READ_WORKER = outsideArchive(beside('../domain/read-worker.ts', './read-worker.mjs'));

/** The thread of an export (main/http/export/export-thread.ts); likewise. */
export const EXPORT_WORKER = outsideArchive(beside('../http/export/export-worker.ts', './export-worker.mjs'));

/** The thread that reads table files which people send (main/domain/tables/parser.ts); likewise. */
export const TABLE_WORKER = outsideArchive(beside('../domain/tables/worker.ts', './table-worker.mjs'));

/** The same file where the packager unpacks it (asarUnpack in electron-builder.yml). */
export function outsideArchive(path: string): string {
  return path.replace(/([\\/])app\.asar(?=[\\/])/, '$1app.asar.unpacked');
}
