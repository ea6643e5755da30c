import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openShop, TALKATIVE } from '../helpers/shop.ts';
import { newEmployee, openWindow } from './stage.ts';

const WRONG_TOKEN = 'uWrongTokenThatNobodyKnows-42';
const NO_TOKEN = 'token with "quotes" and blanks';
const PASSWORDS = ['пароль-якого-ніхто-не-бачить', 'коротк'];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

const formsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  // The last letters depend on what follows.
  Buffer.from(secret).toString('base64').slice(0, -4),
];

test('bank tokens and passwords go in, and never come out, whatever goes wrong', async () => {
  const shop = await openShop({ config: TALKATIVE });
  const window = openWindow(shop);
  try {
    const { access } = await window.signIn();
    const token = shop.bank.merchants[1]?.token ?? '';
    expect(token).not.toBe('');
    const tryAll = async (given: string) => {
      await window.raw('terminals.try', { token: given });
      await window.raw('terminals.add', { name: 'Друга каса', token: given });
      await window.raw('terminals.token', { id: 2, token: given });
      // In fields that take no secret.
      await window.raw('terminals.add', { name: given.repeat(20), token: given, secret: given });
    };
    for (const given of [token, WRONG_TOKEN, NO_TOKEN]) await tryAll(given);
    for (const kind of ['reset', 'internal-error', 'malformed-json', 'half-body'] as const) {
      shop.bank.clearFaults();
      shop.bank.fault({ kind, path: '*', times: 9 });
      await tryAll(token);
    }
    shop.bank.clearFaults();
    for (const password of PASSWORDS) {
      await window.raw('employees.add', newEmployee('petro', { password }));
      await window.raw('owner.create', { username: 'x', password });
      await window.raw('settings.change', { name: 'time_zone', value: 'x', password });
      const both = { current: password, password };
      for (const from of [{}, { frame: 'https://example.com/' }, { token: 'none' }])
        await window.raw('owner.password', both, from);
    }
    for (const name of ['backups.create', 'settings.list', 'backups.list', 'computer.state'] as const)
      await window.ask(name, {});
    // Should anything ever repeat one: an error of the bank, of a library.
    for (const secret of [WRONG_TOKEN, NO_TOKEN, ...PASSWORDS])
      shop.log.warn(`An echo of ${secret}.`, { said: secret, quoted: JSON.stringify({ secret }) });
    await shop.stop();
    await shop.log.close();

    const files = filesIn(shop.folder).map((path) => readFileSync(path));
    expect(files.some((bytes) => bytes.includes('A terminal was added.'))).toBe(true);
    const answers = JSON.stringify(window.answers);
    expect(answers).not.toContain('scrypt$');
    const everything = Buffer.concat([...files, Buffer.from(answers)]);
    expect(everything.includes('scrypt$')).toBe(true);
    for (const secret of [token, WRONG_TOKEN, NO_TOKEN, ...PASSWORDS, access])
      for (const form of formsOf(secret))
        expect({ form, at: everything.indexOf(form) }).toEqual({ form, at: -1 });
  } finally {
    await shop.close();
  }
});
