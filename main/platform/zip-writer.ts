import { Zip, ZipDeflate } from 'fflate';

/** Compression of the files: 0 stores them, 9 is slowest. */
type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Writes a zip archive piece by piece without keeping any, one file after another. */
export interface ZipWriter {
  /** @param level other than the archive's */
  startFile(name: string, level?: Level): void;
  push(content: Uint8Array): void;
  endFile(): void;
  end(): void;
  /** What was written since the last call; may be empty, because the compressor chooses when to emit. */
  taken(): Uint8Array;
}

/** @param modifiedAt of each file; absent: now */
export const createZip = (defaultLevel: Level, modifiedAt?: Date): ZipWriter => {
  let made: Uint8Array[] = [];
  let fault: Error | null = null;
  let file: ZipDeflate | undefined;
  const zip = new Zip((error, piece) => {
    fault ??= error;
    made.push(piece);
  });
  return {
    startFile: (name, level = defaultLevel) => {
      file = new ZipDeflate(name, { level });
      if (modifiedAt) file.mtime = modifiedAt;
      zip.add(file);
    },
    push: (content) => {
      file?.push(content);
    },
    endFile: () => {
      file?.push(new Uint8Array(), true);
      file = undefined;
    },
    end: () => zip.end(),
    taken: () => {
      if (fault) throw fault;
      const pieces = Buffer.concat(made);
      made = [];
      return pieces;
    },
  };
};
