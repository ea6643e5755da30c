import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { APP_ID, GUID, makeInstaller, makeStub } from './make-installer.ts';
import { endWindows, fromWindows, startWindows, until } from './wine.ts';

/** The installer of electron-builder with build/installer.nsh, around a stub: install, upgrade, uninstall. */

afterEach(endWindows);

const [USER = ''] = readdirSync(fromWindows('C:\\users')).filter((name) => !/^(Public|Олена)/.test(name));
const HOME = `C:\\users\\${USER}`;
const FOLDER = `${HOME}\\AppData\\Local\\Programs\\Kramar`;
const DATA = `${HOME}\\AppData\\Roaming\\Kramar`;
const LINKS = [
  `${HOME}\\Desktop\\Kramar.lnk`,
  `${HOME}\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\Programs\\Kramar.lnk`,
];
const RUN = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
const UNINSTALL = `HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\${GUID}`;

const isThere = (path: string): boolean => existsSync(fromWindows(path));
const registry = (...args: string[]) => startWindows(['reg', ...args]).ended;
const value = async (key: string, name: string): Promise<string | undefined> => {
  const { code, stdout } = await registry('query', key, '/v', name);
  return code === 0 ? stdout : undefined;
};
const install = (installer: string) => startWindows([installer, '/S', '/currentuser']).ended;
const installedVersion = () => readFileSync(fromWindows(`${FOLDER}\\version.txt`), 'utf8');
const startProgram = async (version: string) => {
  const program = startWindows([`${FOLDER}\\Kramar.exe`]);
  await until(() => isThere(`${DATA}\\running-${version}`));
  return program;
};

let first: string;
let second: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'installer-'));
  first = await makeInstaller(folder, '0.1.0', makeStub(folder, '0.1.0'));
  second = await makeInstaller(folder, '0.2.0', makeStub(folder, '0.2.0', true));
});

describe('the installer', () => {
  it('installs for one user: program, links, an entry for Windows to uninstall by', async () => {
    expect((await install(first)).code).toBe(0);
    expect(installedVersion()).toBe('0.1.0');
    expect(LINKS.filter((link) => !isThere(link))).toEqual([]);
    expect(await value(UNINSTALL, 'DisplayName')).toContain('Kramar 0.1.0');
    expect(await value(UNINSTALL, 'UninstallString')).toContain(
      `"${FOLDER}\\Uninstall Kramar.exe" /currentuser`,
    );
  });

  it('upgrades a running one: requests that it quits, and keeps data, start with Windows and links', async () => {
    const program = await startProgram('0.1.0');
    writeFileSync(fromWindows(`${DATA}\\kramar.db`), 'of the shop');
    await registry('add', RUN, '/v', APP_ID, '/d', `"${FOLDER}\\Kramar.exe" --hidden`, '/f');
    await registry('add', 'HKCU\\Software\\Classes\\kramar\\shell\\open\\command', '/d', 'x', '/f');
    expect((await install(second)).code).toBe(0);
    await program.ended;
    expect(isThere(`${DATA}\\ended-in-order`)).toBe(true);
    expect(installedVersion()).toBe('0.2.0');
    expect(await value(RUN, APP_ID)).toContain('--hidden');
    expect((await registry('query', 'HKCU\\Software\\Classes\\kramar')).code).toBe(0);
    expect(LINKS.filter((link) => !isThere(link))).toEqual([]);
  });

  it('uninstalls: removes start with Windows, the protocol and the links, and leaves the data', async () => {
    // Version 0.2.0 does not listen to --quit: it is ended after half a minute, and then replaced.
    const program = await startProgram('0.2.0');
    const uninstaller = `${FOLDER}\\Uninstall Kramar.exe`;
    expect((await startWindows([uninstaller, '/S', '/currentuser', `_?=${FOLDER}`]).ended).code).toBe(0);
    await program.ended;
    expect(isThere(`${FOLDER}\\Kramar.exe`)).toBe(false);
    expect(LINKS.filter(isThere)).toEqual([]);
    expect(await value(RUN, APP_ID)).toBeUndefined();
    expect((await registry('query', 'HKCU\\Software\\Classes\\kramar')).code).toBe(1);
    expect((await registry('query', UNINSTALL)).code).toBe(1);
    expect(readFileSync(fromWindows(`${DATA}\\kramar.db`), 'utf8')).toBe('of the shop');
  });
});

describe('kramar-admin.cmd', () => {
  it('waits for the program, shows its output, and returns its exit code', async () => {
    const folder = 'C:\\Kramar для власника';
    mkdirSync(fromWindows(folder));
    // Node in the place of Kramar.exe: it rejects --admin, says so, and ends with 9.
    cpSync(process.env.WINDOWS_NODE ?? '', fromWindows(`${folder}\\Kramar.exe`));
    const script = fileURLToPath(new URL('../../build/kramar-admin.cmd', import.meta.url));
    cpSync(script, fromWindows(`${folder}\\kramar-admin.cmd`));
    const { code, stderr } = await startWindows([
      'cmd',
      '/c',
      `${folder}\\kramar-admin.cmd`,
      'owner',
      'password',
    ]).ended;
    expect(stderr).toContain('bad option: --admin');
    expect(code).toBe(9);
  });
});
