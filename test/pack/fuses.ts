import { readFileSync } from 'node:fs';
import { FUSE_SENTINEL } from './stub-binaries.ts';

/** In the order of their wire (node_modules/@electron/fuses, FuseV1Options). */
const NAMES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const;

/** Kramar's fuses; https://www.electronjs.org/docs/latest/tutorial/fuses says what each means. */
const WANTED: Record<(typeof NAMES)[number], boolean> = {
  runAsNode: false,
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
};

export const faultsOfFuses = (program: string): string[] => {
  const bytes = readFileSync(program);
  const at = bytes.indexOf(FUSE_SENTINEL);
  if (at < 0) return [`${program} has no fuses`];
  const wire = bytes.subarray(at + FUSE_SENTINEL.length);
  const set = wire.toString('latin1', 2, 2 + (wire[1] ?? 0));
  return NAMES.flatMap((name, index) =>
    set[index] === (WANTED[name] ? '1' : '0')
      ? []
      : [`the fuse ${name} is not ${WANTED[name] ? 'on' : 'off'}`],
  );
};
