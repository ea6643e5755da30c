import { callProgram } from './bridge.ts';

/** A service that takes a megabyte a second has a piece within the half minute that a request may last. */
const PIECE_BYTES = 8 * 1024 * 1024;

/**
 * Sends a backup or an encrypted copy of this computer to the service, in pieces. Gives the path by which it is known
 * there.
 * @param onProgress gets the percentage sent so far
 * @throws ApiError
 */
export const uploadBackup = async (file: File, onProgress: (percent: number) => void): Promise<string> => {
  const { name, lastModified: modified_at, size } = file;
  let path = '';
  let offset = 0;
  do {
    const piece = { name, modified_at, size, offset, file: file.slice(offset, offset + PIECE_BYTES) };
    ({ path } = await callProgram('backups.upload', piece));
    offset += PIECE_BYTES;
    onProgress(Math.min(100, Math.round((100 * offset) / size)));
  } while (offset < size);
  return path;
};
