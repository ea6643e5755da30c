import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file in an archive; `bytes` undefined: it lies beside the archive, in `….unpacked`. */
export interface Packed {
  path: string;
  size: number;
  bytes: Buffer | undefined;
}

interface Node {
  files?: Record<string, Node>;
  size?: number;
  offset?: string;
  unpacked?: boolean;
}

/** Read by hand, so that the packer is not its own judge: https://github.com/electron/asar#format */
export const readAsar = (file: string): Packed[] => {
  const archive = readFileSync(file);
  const header = archive.toString('utf8', 16, 16 + archive.readUInt32LE(12));
  const start = 8 + archive.readUInt32LE(4);
  const walk = (node: Node, path: string): Packed[] =>
    node.files === undefined
      ? [fileOf(node, path, archive, start)]
      : Object.entries(node.files).flatMap(([name, child]) =>
          walk(child, path === '' ? name : `${path}/${name}`),
        );
  return walk(JSON.parse(header) as Node, '');
};

const fileOf = (
  { size = 0, offset, unpacked }: Node,
  path: string,
  archive: Buffer,
  start: number,
): Packed => {
  const at = start + Number(offset);
  return { path, size, bytes: unpacked === true ? undefined : archive.subarray(at, at + size) };
};

/** As Electron shows it to a program: one folder, including the files beside the archive. */
export const extractAsar = (file: string, folder: string): void => {
  for (const { path, bytes } of readAsar(file)) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes ?? readFileSync(join(`${file}.unpacked`, path)));
  }
};
