import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readNative } from './headers.ts';

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
