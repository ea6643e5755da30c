import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNative } from './natives.ts';

/** The places of a system that are checked. */
interface Layout {
  /** Our resources. */
  resources: string;
  /** The file with Electron's code, and so the fuses. */
  program: string;
  /** The file that is started. */
  executable: string;
  /** The file with the digest of the archive. */
  holder: string;
}

export const layoutOf = (packed: string, target: string): Layout => {
  if (!target.startsWith('darwin')) {
    const program = join(packed, target.startsWith('win32') ? 'Kramar.exe' : 'kramar');
    return { resources: join(packed, 'resources'), program, executable: program, holder: program };
  }
  const contents = join(packed, 'Kramar.app/Contents');
  const framework = 'Frameworks/Electron Framework.framework/Electron Framework';
  return {
    resources: join(contents, 'Resources'),
    program: join(contents, framework),
    executable: join(contents, 'MacOS/Kramar'),
    holder: join(contents, 'Info.plist'),
  };
};

/** Checks what only one system has: program, digest, languages, icon, terms of Electron. */
export const faultsOfSystem = (packed: string, target: string): string[] => {
  const { resources, executable, holder } = layoutOf(packed, target);
  const bytes = existsSync(executable) ? readFileSync(executable) : Buffer.alloc(0);
  const made = readNative(bytes)?.target;
  const terms = target.startsWith('darwin') ? resources : packed;
  return [
    ...(made === target ? [] : [`${executable} is a program for ${made ?? 'no system'}`]),
    ...faultsOfIntegrity(join(resources, 'app.asar'), holder, target),
    ...missing(terms, ['LICENSE.electron.txt', 'LICENSES.chromium.html']),
    ...(target.startsWith('darwin') ? faultsOfMac(resources, holder) : faultsOfLanguages(packed, '.pak')),
    ...(target.startsWith('win32') ? faultsOfWindows(packed, bytes) : []),
  ];
};

const missing = (folder: string, names: readonly string[]): string[] =>
  names.filter((name) => !existsSync(join(folder, name))).map((name) => `${folder} lacks ${name}`);

const faultsOfLanguages = (packed: string, extension: string): string[] => {
  const folder = extension === '.pak' ? join(packed, 'locales') : packed;
  const languages = readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => name.slice(0, -extension.length).replace(/[-_]\w+$/, ''));
  const unique = [...new Set(languages)].sort().join();
  return unique === 'en,uk' ? [] : [`the languages in ${folder} are ${unique || 'none'}`];
};

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

const faultsOfWindows = (packed: string, program: Buffer): string[] => [
  ...missing(packed, ['kramar-admin.cmd']),
  // Explorer, the task manager and the firewall show these.
  ...['Kramar', 'The Kramar contributors']
    .filter((text) => !program.includes(utf16(text)))
    .map((text) => `Kramar.exe does not name "${text}" in its version information`),
  ...(program.includes(largestIcon()) ? [] : ['Kramar.exe has not the icon of build/icons/icon.ico']),
];

/** The picture of 256 pixels is the last one of the file. */
const largestIcon = (): Buffer => {
  const ico = readFileSync(new URL('../../build/icons/icon.ico', import.meta.url));
  const last = 6 + 16 * (ico.readUInt16LE(4) - 1);
  return ico.subarray(ico.readUInt32LE(last + 12));
};

const faultsOfMac = (resources: string, plist: string): string[] => {
  const text = readFileSync(plist, 'utf8');
  const is = (key: string, value: string): string[] =>
    new RegExp(`<key>${key}</key>\\s*${value}`).test(text) ? [] : [`Info.plist has no ${key} ${value}`];
  const icon = join(resources, 'icon.icns');
  const drawn = readFileSync(new URL('../../build/icon.icns', import.meta.url));
  return [
    ...is('CFBundleIdentifier', '<string>ua\\.kramar\\.desktop</string>'),
    ...is('CFBundleExecutable', '<string>Kramar</string>'),
    ...is('CFBundleURLSchemes', '<array>\\s*<string>kramar</string>'),
    ...is('CFBundleLocalizations', '<array>\\s*<string>uk</string>\\s*<string>en</string>'),
    ...is('NSAppSleepDisabled', '<true/>'),
    ...faultsOfLanguages(resources, '.lproj'),
    ...(existsSync(icon) && readFileSync(icon).equals(drawn) ? [] : ['the app has not the icon of build/']),
  ];
};

/** The digest of an archive's header, which itself has the digests of all files. */
const headerDigest = (archive: string): string => {
  const bytes = readFileSync(archive);
  return createHash('sha256')
    .update(bytes.subarray(16, 16 + bytes.readUInt32LE(12)))
    .digest('hex');
};

/**
 * Checks whether the program contains the digest of its archive. On Linux Electron checks none.
 * https://www.electronjs.org/docs/latest/tutorial/asar-integrity
 * @param holder the program on Windows, Info.plist on macOS
 */
export const faultsOfIntegrity = (archive: string, holder: string, target: string): string[] => {
  if (target.startsWith('linux')) return [];
  const text = readFileSync(holder, 'latin1');
  const found = target.startsWith('win32')
    ? /"file":"resources\\\\app\.asar","alg":"SHA256","value":"(\w{64})"/i.exec(text)
    : /<key>Resources\/app\.asar<\/key>\s*<dict>[\s\S]*?<key>hash<\/key>\s*<string>(\w{64})</.exec(text);
  if (!found) return [`${holder} holds no digest of the archive`];
  return found[1] === headerDigest(archive) ? [] : [`${holder} holds the digest of another archive`];
};
