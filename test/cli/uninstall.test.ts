import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createLogin } from '../../main/desktop/login.ts';
import { defaultDataDir } from '../../main/platform/config.ts';
import { contents, openConsole } from './console.ts';
import { openOwned } from './database.ts';
import { withSystemctl } from './systemctl.ts';

/** What docs/running.md says of removal is so: what goes, what stays, and where that is. */

const RUNNING = readFileSync(fileURLToPath(new URL('../../docs/running.md', import.meta.url)), 'utf8');
const removal = RUNNING.slice(RUNNING.indexOf('## Removal'), RUNNING.indexOf('## When the database is lost'));

describe.skipIf(process.platform !== 'linux')('removal on Linux', () => {
  test('takes the unit and the autostart entry away, and leaves the shop byte for byte', async () => {
    const shop = openOwned();
    withSystemctl(shop).takeOver();
    const config = shop.env.XDG_CONFIG_HOME ?? '';
    const unit = join(config, 'systemd', 'user', 'kramar.service');
    const before = contents(shop.dataDir);
    await shop.json(['service', 'install']);
    expect(existsSync(unit)).toBe(true);
    expect((await shop.json(['service', 'remove'])).json).toEqual({ ok: true, place: unit });
    expect(contents(config)).toEqual(
      new Map([...contents(config)].filter(([, what]) => what === 'a folder')),
    );
    expect(contents(shop.dataDir)).toEqual(before);

    // A new program finds the shop again, and no shop where the folder was deleted.
    const changed = await shop.json(['owner', 'password', '--password-stdin'], {
      stdin: 'інший-довгий-пароль',
    });
    expect(changed.code).toBe(0);
    rmSync(shop.dataDir, { recursive: true });
    expect((await shop.json(['backup', 'create'])).json).toMatchObject({ code: 'NO_DATABASE' });
    expect(existsSync(shop.dataDir)).toBe(false);
  });

  test('the autostart entry is where the page says, and goes when it is switched off', () => {
    const home = join(openConsole().dataDir, '..', 'home');
    mkdirSync(home);
    const app = { isPackaged: true } as Parameters<typeof createLogin>[0]['app'];
    const linux = { platform: 'linux', env: {}, execPath: '/opt/Kramar/kramar', isSigned: true } as const;
    const login = createLogin({ app, home, ...linux });
    login.change(true);
    const [, documented = ''] = /`~\/([^`]+kramar\.desktop)`/.exec(removal) ?? [];
    expect(existsSync(join(home, documented))).toBe(true);
    login.change(false);
    expect(existsSync(join(home, documented))).toBe(false);
  });
});

test('the page names the data folder of each system', () => {
  const folders = [
    defaultDataDir('linux', {}, '~'),
    defaultDataDir('darwin', {}, '~'),
    defaultDataDir('win32', { APPDATA: '%APPDATA%' }, '~'),
  ];
  for (const folder of folders) expect(removal).toContain(`\`${folder}\``);
});
