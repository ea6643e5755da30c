import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { version } from '../../shared/version.ts';

/** The log and its older parts (log.ts). */
const LOG = /^kramar\.log|\.log(\.\d+)?$/;

/**
 * Packs the logs of a folder, for a person who asks for help. They hold no secrets: the log masks them.
 * @throws when a file cannot be read
 */
export const zipLogs = async (folder: string): Promise<Uint8Array> => {
  const about = [`Kramar ${version}`, `${process.platform} ${process.arch}`, `Node ${process.version}`];
  const files: Record<string, Uint8Array> = { 'about.txt': new TextEncoder().encode(about.join('\n')) };
  for (const name of readdirSync(folder)) if (LOG.test(name)) files[name] = readFileSync(join(folder, name));
  return zipSync(files);
};
