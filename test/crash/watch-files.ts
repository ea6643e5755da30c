import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { die, isReached, reach } from './aim.ts';

export function watchFiles(): void {
  const { renameSync, copyFileSync, rmSync } = fs;
  fs.renameSync = (from, to) => {
    const reported = `${basename(String(from))} -> ${basename(String(to))}`;
    reach('rename', reported);
    renameSync(from, to);
    reach('renamed', reported);
  };
  fs.copyFileSync = (from, to, mode) => {
    copyFileSync(from, to, mode);
    reach('duplicated', String(to));
  };
  fs.rmSync = (path, options) => {
    reach('remove', String(path));
    rmSync(path, options);
    reach('removed', String(path));
  };
  syncBuiltinESMExports();
}

/** Nothing but the log is written through a FileHandle. */
export async function watchLog(): Promise<void> {
  const handle = await fs.promises.open(import.meta.filename);
  const proto = Object.getPrototypeOf(handle) as { write(chunk: Buffer): Promise<unknown> };
  await handle.close();
  const { write } = proto;
  proto.write = function (this: { fd: number }, chunk) {
    if (isReached('log', chunk.toString())) {
      fs.writeSync(this.fd, chunk.subarray(0, chunk.length / 2));
      die();
    }
    return write.call(this, chunk);
  };
}
