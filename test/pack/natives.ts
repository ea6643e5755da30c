import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** Of Windows 10 and later, the C runtime (api-ms-win-crt-…) included. */
const OF_WINDOWS =
  /^(kernel32|advapi32|ntdll|user32|ole32|oleaut32|shell32|crypt32|bcrypt|bcryptprimitives|secur32|ws2_32|api-ms-win-(core|crt)-[\w-]+)\.dll$/;
/** electron-builder.yml lists this one as a dependency in deb and rpm. */
const GLIBC = 34;

/**
 * Judges the native files that lie in a folder by their headers: for this system and processor, and with every DLL
 * that Windows itself has not beside them.
 */
export const faultsOfNativeFiles = (folder: string, target: string): string[] => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.node') || path.endsWith('.dll'));
  const beside = new Set(files.map((path) => basename(path).toLowerCase()));
  return files.flatMap((path) =>
    faultsOfNative(readFileSync(path), target, beside).map((fault) => `${relative(folder, path)} ${fault}`),
  );
};

/** @param beside the DLLs of the package, in lower case */
export const faultsOfNative = (bytes: Buffer, target: string, beside: ReadonlySet<string>): string[] => {
  const native = readNative(bytes);
  if (!native) return ['is no native file'];
  return [
    ...(native.target === target ? [] : [`is for ${native.target}`]),
    ...(native.glibc > GLIBC ? [`needs glibc 2.${native.glibc}; the packages ask for 2.${GLIBC}`] : []),
    ...native.imports
      .filter((name) => !OF_WINDOWS.test(name) && !beside.has(name))
      .map((name) => `imports ${name}, which is neither of Windows nor in the package`),
  ];
};

/** The information in the header of a native file. */
export interface Native {
  /** As in the name of a target: `win32-x64`. */
  target: string;
  /** Windows: the DLLs that are loaded with it, those of delayed loading aside, in lower case. */
  imports: readonly string[];
  /** Linux: the newest glibc that it requires, as the number after `2.`; 0 when it requires none. */
  glibc: number;
}

/** Reads the header of an ELF, Mach-O or PE file; undefined for anything else. */
export const readNative = (bytes: Buffer): Native | undefined => {
  if (bytes.toString('latin1', 0, 4) === '\x7fELF') return elfOf(bytes);
  if (bytes.length > 8 && bytes.readUInt32LE(0) === 0xfeedfacf) return machOOf(bytes);
  const at = bytes.length > 0x40 && bytes.toString('latin1', 0, 2) === 'MZ' ? bytes.readUInt32LE(0x3c) : -1;
  return at > 0 && bytes.toString('latin1', at, at + 4) === 'PE\0\0' ? peOf(bytes, at) : undefined;
};

const named = (system: string, archs: Record<number, string>, code: number): string =>
  `${system}-${archs[code] ?? `processor ${code}`}`;

const elfOf = (bytes: Buffer): Native => {
  const versions = [...bytes.toString('latin1').matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) =>
    Number(minor),
  );
  return {
    target: named('linux', { 62: 'x64', 183: 'arm64' }, bytes.readUInt16LE(18)),
    imports: [],
    glibc: Math.max(0, ...versions),
  };
};

const machOOf = (bytes: Buffer): Native => ({
  target: named('darwin', { 16777223: 'x64', 16777228: 'arm64' }, bytes.readUInt32LE(4)),
  imports: [],
  glibc: 0,
});

/** https://learn.microsoft.com/en-us/windows/win32/debug/pe-format#import-directory-table */
const peOf = (bytes: Buffer, at: number): Native => {
  const optional = at + 24;
  const sections = optional + bytes.readUInt16LE(at + 20);
  const offsetOf = (rva: number): number => {
    for (let index = 0; index < bytes.readUInt16LE(at + 6); index++) {
      const head = sections + 40 * index;
      const start = bytes.readUInt32LE(head + 12);
      const size = Math.max(bytes.readUInt32LE(head + 8), bytes.readUInt32LE(head + 16));
      if (rva >= start && rva < start + size) return rva - start + bytes.readUInt32LE(head + 20);
    }
    throw new Error(`The file has no section for the address ${rva}.`);
  };
  const imports: string[] = [];
  const table = bytes.readUInt32LE(optional + 112 + 8);
  let entry = table === 0 ? bytes.length : offsetOf(table);
  while (entry < bytes.length) {
    const name = bytes.readUInt32LE(entry + 12);
    if (name === 0) break;
    const start = offsetOf(name);
    imports.push(bytes.toString('latin1', start, bytes.indexOf(0, start)).toLowerCase());
    entry += 20;
  }
  return {
    target: named('win32', { 34404: 'x64', 43620: 'arm64' }, bytes.readUInt16LE(at + 4)),
    imports,
    glibc: 0,
  };
};
