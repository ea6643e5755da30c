import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Below `C:`; spaces and Cyrillic, as a folder that an owner chose may have. */
const FOLDER = 'Програми магазину/Kramar';

/** Puts the built program and its native modules for Windows into a folder of drive C:; returns its Windows path. */
export const layOutProgram = (root: string, prefix: string): string => {
  const to = join(prefix, 'drive_c', FOLDER);
  mkdirSync(to, { recursive: true });
  cpSync(join(root, 'dist'), join(to, 'dist'), {
    recursive: true,
    filter: (path) => !/dist\/(packages|native|main\/compiled)/.test(path),
  });
  cpSync(join(root, 'package.json'), join(to, 'package.json'));
  const modules = [
    'better-sqlite3/package.json',
    'better-sqlite3/lib',
    'better-sqlite3/prebuilds/win32-x64.node',
  ];
  const keytar = ['package.json', 'lib', 'prebuilds/win32-x64'].map((name) => `@github/keytar/${name}`);
  for (const name of [...modules, ...keytar])
    cpSync(join(root, 'node_modules', name), join(to, 'node_modules', name), { recursive: true });
  return `C:\\${FOLDER.replaceAll('/', '\\')}`;
};
