import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allTerminals } from '../../main/store/terminals.ts';
import { addEmployee, CLI, type Console, createOwner, openConsole, PASSWORD, startBank } from './console.ts';
import { accountOf, inDatabase } from './database.ts';

const DRIVER = fileURLToPath(new URL('terminal.py', import.meta.url));
const hasPty = spawnSync('python3', ['-c', 'import pty, termios']).status === 0;
// A machine without it may go on; on CI it would be a test that silently never runs.
const name = hasPty ? 'by hand in a terminal' : 'by hand in a terminal (skipped: needs python3 with pty)';

const ESCAPE = '\u001b';

interface Seen {
  code: number | null;
  signal: number | null;
  shown: string;
  echo: boolean;
}

const type = async (
  shop: Console,
  args: string[],
  steps: [shown: string, typed: string][],
): Promise<Seen> => {
  const where = ['--data-dir', shop.dataDir, '--keychain', 'file'];
  const argv = [process.execPath, CLI, ...where, ...args];
  const driver = spawn('python3', [DRIVER]);
  driver.stdin.end(JSON.stringify({ argv, env: shop.env, steps }));
  const [seen, fault] = await Promise.all([text(driver.stdout), text(driver.stderr)]);
  if (fault) throw new Error(fault);
  const { shown, ...rest }: Seen = JSON.parse(seen);
  // Without what moves the cursor.
  return { ...rest, shown: shown.replaceAll(new RegExp(`${ESCAPE}\\[\\d*[A-Z]`, 'g'), '') };
};

const PASSWORD_TWICE: [string, string][] = [
  ['at least 8 characters', `${PASSWORD}\r`],
  ['once more', `${PASSWORD}\r`],
];

describe.skipIf(!hasPty && process.env.CI !== 'true')(name, () => {
  it('asks for a username and, unseen and twice, for a password', async () => {
    const shop = openConsole();
    const { code, shown, echo } = await type(
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

  it('asks only for what is missing', async () => {
    const shop = openConsole();
    const args = ['employee', 'add', '--username', 'petro'];
    const { code, shown } = await type(shop, args, PASSWORD_TWICE);
    expect(code).toBe(0);
    expect(shown).not.toContain('Username');
  });

  it('does not read a password from the keyboard as if it were a pipe', async () => {
    const shop = openConsole();
    await addEmployee(shop, 'petro');
    const args = ['employee', 'set', 'petro', '--password-stdin'];
    const { code, shown } = await type(shop, args, PASSWORD_TWICE);
    expect(code).toBe(0);
    expect(shown).not.toContain(PASSWORD);
    const json = await type(shop, [...args, '--json'], []);
    expect(json).toMatchObject({
      code: 2,
      shown: expect.stringMatching(/^\{"ok":false,"code":"USAGE",.*\}\r\n$/),
    });
  });

  it('refuses two passwords that differ', async () => {
    const shop = openConsole();
    const steps: [string, string][] = [
      ['at least 8 characters', `${PASSWORD}\r`],
      ['once more', `${PASSWORD}x\r`],
    ];
    const { code, shown } = await type(shop, ['owner', 'create', '--username', 'olena'], steps);
    expect(code).toBe(1);
    expect(shown).toContain('differ. Nothing was stored.');
    expect(accountOf(shop.dataDir, 'olena')).toBeUndefined();
  });

  it('takes lines that were pasted together, with corrections', async () => {
    const shop = openConsole();
    const pasted = `oleg\u007fna\r${PASSWORD}\r${PASSWORD}\r`;
    expect(await type(shop, ['owner', 'create'], [['Username: ', pasted]])).toMatchObject({ code: 0 });
    expect(await accountOf(shop.dataDir, 'olena')?.hasPassword(PASSWORD)).toBe(true);
  });

  it('asks for the name and, unseen, for the token of a terminal', async () => {
    const bank = await startBank();
    const shop = openConsole();
    const token = bank.merchants[0]?.token ?? '';
    const { code, shown } = await type(
      shop,
      ['terminal', 'add', '--bank-url', bank.url],
      [
        ['Name of the terminal', 'Каса\r'],
        ['Token', ` ${token} \r`],
      ],
    );
    expect(code).toBe(0);
    expect(shown).not.toContain(token);
    expect(inDatabase(shop.dataDir, allTerminals)).toMatchObject([{ name: 'Каса' }]);
  });

  it.each([
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('%s breaks off, stores nothing and gives the terminal back', async (_key, key) => {
    const shop = openConsole();
    await createOwner(shop);
    // Ctrl+D ends the input on an empty line only, as everywhere.
    const typed = key === '\u0004' ? key : `сонце${key}`;
    const seen = await type(shop, ['owner', 'password'], [['at least 8 characters (not shown): ', typed]]);
    expect(seen).toMatchObject({
      code: 130,
      echo: true,
      shown: expect.stringContaining('Nothing was stored.'),
    });
    expect(seen.shown).not.toContain('сонце');
    expect(await accountOf(shop.dataDir, 'olena')?.hasPassword(PASSWORD)).toBe(true);
  });

  it('Ctrl+C at the first question makes nothing', async () => {
    const shop = openConsole();
    expect(await type(shop, ['owner', 'create'], [['Username: ', '\u0003']])).toMatchObject({
      code: 130,
      echo: true,
    });
    expect(accountOf(shop.dataDir, 'olena')).toBeUndefined();
  });

  it('gives the terminal back when it is ended from outside', async () => {
    const seen = await type(openConsole(), ['owner', 'create'], [['Username: ', 'SIGTERM']]);
    expect(seen).toMatchObject({ signal: 15, echo: true });
  });
});
