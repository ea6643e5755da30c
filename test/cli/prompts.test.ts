import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allTerminals } from '../../main/store/terminals.ts';
import { CLI, type Console, openConsole, PASSWORD, startBank } from './console.ts';
import { accountOf, giveEmployee, inDatabase, openOwned, openWithTerminal } from './database.ts';
import { plain, type Steps, type, whereOf } from './typing.ts';

const DRIVER = fileURLToPath(new URL('terminal.py', import.meta.url));
const hasPty = spawnSync('python3', ['-c', 'import pty, termios']).status === 0;
// A machine without it may go on; on CI it would be a test that silently never runs.
const name = hasPty ? 'in a real terminal' : 'in a real terminal (skipped: needs python3 with pty)';

interface Seen {
  code: number | null;
  signal: number | null;
  shown: string;
  /** Whether the terminal echoes the input. */
  echo: boolean;
}

const typeInTerminal = async (shop: Console, args: string[], steps: Steps): Promise<Seen> => {
  const argv = [process.execPath, CLI, ...whereOf(shop), ...args];
  const driver = spawn('python3', [DRIVER]);
  driver.stdin.end(JSON.stringify({ argv, env: shop.env, steps }));
  const [seen, fault] = await Promise.all([text(driver.stdout), text(driver.stderr)]);
  if (fault) throw new Error(fault);
  const { shown, ...rest }: Seen = JSON.parse(seen);
  return { ...rest, shown: plain(shown) };
};

const ABORTED = { code: 130, echo: true, shown: expect.stringContaining('Nothing was stored.') };
const PASSWORD_TWICE: Steps = [
  ['at least 8 characters', `${PASSWORD}\r`],
  ['once more', `${PASSWORD}\r`],
];

describe('by hand', () => {
  it('asks only for missing values', async () => {
    const shop = openOwned();
    const args = ['employee', 'add', '--username', 'petro'];
    const { code, shown } = await type(shop, args, PASSWORD_TWICE);
    expect(code).toBe(0);
    expect(shown).not.toContain('Username');
  });

  it('asks for the name of a key', async () => {
    const shop = openOwned();
    const { code, shown } = await type(shop, ['key', 'add'], [['Name of the key', 'Bar\r']]);
    expect(code).toBe(0);
    expect(shown).toContain('"Bar" was made');
  });

  it('refuses two passwords that differ', async () => {
    const shop = openConsole();
    const steps: Steps = [
      ['at least 8 characters', `${PASSWORD}\r`],
      ['once more', `${PASSWORD}x\r`],
    ];
    const { code, shown } = await type(shop, ['owner', 'create', '--username', 'olena'], steps);
    expect(code).toBe(1);
    expect(shown).toContain('differ. Nothing was stored.');
    expect(accountOf(shop.dataDir, 'olena')).toBeUndefined();
  });

  it('accepts lines that were pasted together, with corrections', async () => {
    const shop = openConsole();
    const pasted = `oleg\u007fna\r${PASSWORD}\r${PASSWORD}\r`;
    expect(await type(shop, ['owner', 'create'], [['Username: ', pasted]])).toMatchObject({ code: 0 });
    expect(await accountOf(shop.dataDir, 'olena')?.hasPassword(PASSWORD)).toBe(true);
  });

  it('asks for the name and, unseen, for the token of a terminal', async () => {
    const bank = await startBank();
    const shop = openOwned();
    const token = bank.merchants[0]?.token ?? '';
    const steps: Steps = [
      ['Name of the terminal', 'Каса\r'],
      ['Token', ` ${token} \r`],
    ];
    const { code, shown } = await type(shop, ['terminal', 'add', '--bank-url', bank.url], steps);
    expect(code).toBe(0);
    expect(shown).not.toContain(token);
    expect(inDatabase(shop.dataDir, allTerminals)).toMatchObject([{ name: 'Каса' }]);
  });

  it('Ctrl+D on an empty line aborts, stores nothing and restores the terminal', async () => {
    const shop = openOwned();
    const seen = await type(shop, ['owner', 'password'], [['at least 8 characters (not shown): ', '\u0004']]);
    expect(seen).toMatchObject(ABORTED);
    expect(await accountOf(shop.dataDir, 'olena')?.hasPassword(PASSWORD)).toBe(true);
  });

  it('another word than yes changes nothing, and is no interruption', async () => {
    const { shop } = await openWithTerminal();
    const { code, shown } = await type(shop, ['terminal', 'remove', '1'], [['Type yes', 'n\r']]);
    expect([code, shown.trimEnd().split(/\r?\n/).at(-1)]).toEqual([1, 'Nothing was changed.']);
    expect(inDatabase(shop.dataDir, allTerminals)).toHaveLength(1);
  });

  it('Ctrl+C at the first question makes nothing', async () => {
    const shop = openConsole();
    expect(await type(shop, ['owner', 'create'], [['Username: ', '\u0003']])).toMatchObject({
      code: 130,
      echo: true,
    });
    expect(accountOf(shop.dataDir, 'olena')).toBeUndefined();
  });
});

describe.skipIf(!hasPty && process.env.CI !== 'true')(name, () => {
  it('asks for a username and, unseen and twice, for a password', async () => {
    const shop = openConsole();
    const { code, shown, echo } = await typeInTerminal(
      shop,
      ['owner', 'create'],
      [['Username: ', 'olena\r'], ...PASSWORD_TWICE],
    );
    expect({ code, echo }).toEqual({ code: 0, echo: true });
    expect(shown).toContain('Username: olena');
    expect(shown).toContain('The owner "olena" was made');
    expect(shown).not.toContain(PASSWORD);
    expect(await accountOf(shop.dataDir, 'olena')?.hasPassword(PASSWORD)).toBe(true);
  });

  it('does not read a password from the keyboard as if it were a pipe', async () => {
    const shop = openConsole();
    giveEmployee(shop, 'petro');
    const args = ['employee', 'set', 'petro', '--password-stdin'];
    const { code, shown } = await typeInTerminal(shop, args, PASSWORD_TWICE);
    expect(code).toBe(0);
    expect(shown).not.toContain(PASSWORD);
    const json = await typeInTerminal(shop, [...args, '--json'], []);
    expect(json).toMatchObject({
      code: 2,
      shown: expect.stringMatching(/^\{"ok":false,"code":"USAGE",.*\}\r\n$/),
    });
  });

  it('Ctrl+C aborts, stores nothing and restores the terminal', async () => {
    const shop = openOwned();
    const steps: Steps = [['at least 8 characters (not shown): ', 'сонце\u0003']];
    const seen = await typeInTerminal(shop, ['owner', 'password'], steps);
    expect(seen).toMatchObject(ABORTED);
    expect(seen.shown).not.toContain('сонце');
    expect(await accountOf(shop.dataDir, 'olena')?.hasPassword(PASSWORD)).toBe(true);
  });

  it('restores the terminal when it is ended from outside', async () => {
    const seen = await typeInTerminal(openConsole(), ['owner', 'create'], [['Username: ', 'SIGTERM']]);
    expect(seen).toMatchObject({ signal: 15, echo: true });
  });
});
