import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type StaticFile, staticFile } from './files.ts';

/**
 * Reads a built folder into memory, so that a requested path never reaches the disk. A missing folder is empty.
 * @param prefix the address of the folder, with slashes at both ends
 * @param cacheControl for each address; by default a browser asks again every time
 */
export const readFolder = async (
  directory: string,
  prefix = '/',
  cacheControl: (path: string) => string = () => 'no-cache',
): Promise<Map<string, StaticFile>> => {
  const files = new Map<string, StaticFile>();
  for (const file of await filesIn(directory)) {
    const path = prefix + relative(directory, file).split(sep).map(encodeURIComponent).join('/');
    files.set(path, staticFile(path, await readFile(file), cacheControl(path)));
  }
  return files;
};

/** Lists plain files only: a symbolic link could lead anywhere. */
const filesIn = async (directory: string): Promise<string[]> => {
  try {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};
