import { mkdtempSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Folders of the data folder in which a file is made that the owner's page downloads; a start removes them. */
export const DOWNLOAD_SCRATCH = 'download-';

export interface Download {
  name: string;
  /** Bytes. */
  size: number;
  /** Its end removes the file, however it ends. */
  body: Readable;
}

/**
 * Has a file made for a download.
 * @param write puts it into a folder, and gives its path
 * @throws what `write` throws, and the file system's error; nothing is left then
 */
export const makeDownload = async (
  dataDir: string,
  write: (folder: string) => Promise<string>,
): Promise<Download> => {
  const folder = mkdtempSync(join(dataDir, DOWNLOAD_SCRATCH));
  // Windows holds a file for a moment after it is closed.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const path = await write(folder);
    const file = await open(path);
    const { size } = await file.stat();
    const body = file.createReadStream();
    body.once('close', () => void remove().catch(() => undefined));
    return { name: basename(path), size, body };
  } catch (error) {
    await remove();
    throw error;
  }
};
