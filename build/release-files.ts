import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `node build/release-files.ts tag v1.2.3`: ends with a fault where the tag is not the version of package.json.
 * `node build/release-files.ts finish FOLDER`: writes SHA256SUMS.txt and notes.md for the files of a release.
 */

const PACKAGES = /\.(exe|dmg|zip|AppImage|deb|rpm)$/;
/** Files that every release must contain, for x64 and arm64, signed or not. */
const NEEDED = ['exe', 'dmg', 'zip', 'AppImage', 'deb', 'rpm'];

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Gives what a release's files lack. */
export const faultsOfRelease = (names: readonly string[]): string[] => [
  ...NEEDED.flatMap((kind) => {
    const count = names.filter((name) => name.endsWith(`.${kind}`)).length;
    return count === 2 ? [] : [`${count} files .${kind} instead of 2`];
  }),
  ...(names.some((name) => name.endsWith('.cdx.json')) ? [] : ['no list of what is inside (SBOM)']),
];

/** Text of the release, read by whoever downloads it. */
export const notesOf = (names: readonly string[]): string => {
  const unsigned = names.filter((name) => name.includes('-unsigned.'));
  return [
    'Checksums: SHA256SUMS.txt. What is inside: kramar-sbom.cdx.json. What is new: CHANGELOG.md.',
    ...(unsigned.length === 0
      ? []
      : [
          '',
          'Not signed; the system will warn before it starts them, and macOS neither updates them nor shows their notifications:',
          ...unsigned.map((name) => `- ${name}`),
        ]),
    '',
  ].join('\n');
};

const finish = (folder: string): void => {
  const names = readdirSync(folder).sort();
  const faults = faultsOfRelease(names);
  if (faults.length > 0) throw new Error(`The release is not whole: ${faults.join('; ')}`);
  const files = names.filter((name) => PACKAGES.test(name) || name.endsWith('.cdx.json'));
  const sums = files.map((name) => `${digest(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS.txt'), sums.join(''));
  writeFileSync(join(folder, 'notes.md'), notesOf(names));
};

const checkTag = (tag: string): void => {
  const manifest = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json has version ${version}`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , command, argument = ''] = process.argv;
  if (command === 'tag') checkTag(argument);
  else if (command === 'finish') finish(argument);
  else throw new Error('Usage: release-files.ts tag TAG | finish FOLDER');
}
