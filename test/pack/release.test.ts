import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { billOfMaterials } from '../../build/licences.ts';
import { isSigned, targetsOf, updateChannel, windowsSigner } from '../../build/pack-options.ts';
import { faultsOfRelease, notesOf } from '../../build/release-files.ts';
import { installationOf } from '../packaged/system.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe('the packages', () => {
  test.each([
    [['--linux', '--x64'], ['linux-x64']],
    [
      ['--win', '--mac', '--arm64', '--dir'],
      ['win32-arm64', 'darwin-arm64'],
    ],
    [['--dir'], ['linux-x64', 'linux-arm64']],
  ])('%j', (args, targets) => {
    expect(targetsOf(args, 'linux')).toEqual(targets);
  });

  test('the update address is https', () => {
    expect(updateChannel(undefined)).toEqual([]);
    expect(updateChannel('https://example.org/feed/')).toContain('-c.publish.url=https://example.org/feed/');
    expect(() => updateChannel('http://example.org/feed/')).toThrow(
      'must be an address that begins with https://',
    );
    expect(() => updateChannel('feed')).toThrow('https://');
  });

  test("Windows' files are signed by Azure or by a module, and half a setting is none", () => {
    const azure = {
      KRAMAR_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
      KRAMAR_SIGNING_ACCOUNT: 'shop',
      KRAMAR_SIGNING_PROFILE: 'public',
      KRAMAR_SIGNING_PUBLISHER: 'The Kramar contributors',
    };
    expect(windowsSigner({})).toEqual([]);
    expect(windowsSigner(azure)).toContain('-c.win.azureSignOptions.codeSigningAccountName=shop');
    expect(windowsSigner({ KRAMAR_SIGN_HOOK: 'sign.mjs' })).toEqual(['-c.win.signtoolOptions.sign=sign.mjs']);
    expect(() => windowsSigner({ ...azure, KRAMAR_SIGNING_PROFILE: '' })).toThrow('KRAMAR_SIGNING_PROFILE');
  });

  test('only packages with a certificate are signed', () => {
    expect(isSigned(['win32-x64'], {})).toBe(false);
    expect(isSigned(['win32-x64'], { KRAMAR_SIGN_HOOK: 'sign.mjs' })).toBe(true);
    expect(isSigned(['win32-x64', 'darwin-x64'], { KRAMAR_SIGN_HOOK: 'sign.mjs' })).toBe(false);
    expect(isSigned(['linux-arm64'], {})).toBe(true);
  });
});

describe('a release', () => {
  const whole = ['exe', 'dmg', 'zip', 'AppImage', 'deb', 'rpm'].flatMap((kind) => [
    `Kramar-1.0.0-x64.${kind}`,
    `Kramar-1.0.0-arm64.${kind}`,
  ]);

  test('has each package twice, and the list of its content', () => {
    expect(faultsOfRelease([...whole, 'kramar-sbom.cdx.json'])).toEqual([]);
    expect(faultsOfRelease(whole.slice(1))).toEqual([
      '1 files .exe instead of 2',
      'no list of what is inside (SBOM)',
    ]);
  });

  test('names the unsigned packages', () => {
    expect(notesOf(whole)).not.toContain('Not signed');
    expect(notesOf(['Kramar-1.0.0-win-x64-unsigned.exe'])).toContain('- Kramar-1.0.0-win-x64-unsigned.exe');
  });
});

test.each(['messages.yml', 'assistedMessages.yml'])(
  'the installer says everything of %s in Ukrainian',
  (file) => {
    const messages = read(`node_modules/app-builder-lib/templates/nsis/${file}`);
    const ids = messages.split(/^(?=\w+:)/m).flatMap((part) => /^(\w+):/.exec(part)?.[1] ?? []);
    expect(ids.length).toBeGreaterThan(8);
    const include = read('build/installer.nsh');
    expect(ids.filter((id) => !include.includes(`LangString ${id} \${LANG_UKRAINIAN} "`))).toEqual([]);
  },
);

test('the installer ends, starts and deletes the task by which the service runs', () => {
  const [, task] = /const TASK = '(\w+)'/.exec(read('main/cli/service/managers.ts')) ?? [];
  const include = read('build/installer.nsh');
  expect(include).toContain(`/TN "${task}"`);
  for (const verb of ['/End', '/Run', '/Delete /F']) expect(include).toContain(`kramarTask "${verb}"`);
});

test('the list of what is inside names what is bundled, and Electron', () => {
  const folders = ['react', '@mantine/core', 'electron', 'better-sqlite3', 'nowhere'].map((name) =>
    fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)),
  );
  const { bomFormat, components } = JSON.parse(billOfMaterials(folders));
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map(({ name }: { name: string }) => name);
  expect(names.sort()).toEqual(['@mantine/core', 'better-sqlite3', 'electron', 'react']);
  expect(components[0]).toMatchObject({ purl: expect.stringMatching(/^pkg:npm\/%40mantine\/core@\d/) });
});

test('a package is found by system and processor', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  expect(() => installationOf(folder, 'linux', 'x64')).toThrow('has no package /linux-amd64\\.deb$/');
});
