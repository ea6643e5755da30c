import { beforeEach, describe, expect, test } from 'vitest';
import type { CallName } from '../../shared/bridge/bridge.ts';
import { OPERATIONS } from '../../shared/operations/operations.ts';
import { stoppedClock } from '../helpers/clock.ts';
import { PASSWORD } from '../helpers/shop.ts';
import { shopOfFile } from '../helpers/shop-of-file.ts';
import { leavingNoTrace, newEmployee, openWindow, type Window } from './stage.ts';

/** A script in the page has the owner's session, but neither the password nor the system's dialog. */

const SETTING = { name: 'backup_folder', value: '' };

const clock = stoppedClock();
const shop = await shopOfFile({ now: clock.now });
let window: Window;
beforeEach(async () => {
  // No password of the test before counts any more, and no pause after wrong ones.
  clock.forward(10 * 60);
  window = openWindow(shop);
  await window.goOn(await window.signIn('owner', PASSWORD, false));
});

const confirm = (password = PASSWORD) => window.raw('owner.confirm', { password });
const codeOf = async (name: CallName, input: object) => {
  const answer = await window.raw(name, input);
  return answer.ok ? 'done' : answer.refusal.code;
};

describe("the owner's password", () => {
  const INPUTS: [CallName, () => object][] = [
    ['terminals.add', () => ({ name: 'Друга', token: shop.merchant.token })],
    ['terminals.token', () => ({ id: shop.terminal.id, token: shop.merchant.token })],
    ['employees.add', () => newEmployee('new')],
    ['employees.change', () => ({ id: 1, is_active: true })],
    ['backups.restore', () => ({ name: 'latest' })],
    ['backups.upload', () => ({ name: 'kramar.db', modified_at: 0, size: 1, offset: 0 })],
    ['copies.setup', () => ({ folder: shop.folder, phrase: 'six words that are hard to guess' })],
    ['copies.off', () => ({})],
    ['copies.export', () => ({})],
    ['data.export', () => ({})],
    ['shop.move', () => ({})],
    ['shop.stay', () => ({})],
    ['settings.change', () => SETTING],
  ];

  test('is needed for tokens, employees, restoring, the folder of the backups, encrypted copies and moving, and for nothing else', async () => {
    const guarded = Object.entries(OPERATIONS).flatMap(([name, { needsPassword }]) =>
      needsPassword && needsPassword !== 'in_tab' ? [name] : [],
    );
    const listed = INPUTS.map(([name]) => String(name)).filter((name) => name !== 'settings.change');
    expect(guarded.sort()).toEqual(listed.sort());
    for (const [name, input] of INPUTS)
      await leavingNoTrace(shop, window, async () =>
        expect([name, await codeOf(name, input())]).toEqual([name, 'PASSWORD_NEEDED']),
      );
    expect(await codeOf('settings.change', { name: 'shop_name', value: 'Зерно' })).toBe('done');
  });

  test('is valid for five minutes', async () => {
    await confirm();
    clock.forward(299);
    expect(await codeOf('settings.change', SETTING)).toBe('done');
    clock.forward(1);
    expect(await codeOf('settings.change', SETTING)).toBe('PASSWORD_NEEDED');
  });

  test('was given by signing in just now, for as long', async () => {
    await window.signIn('owner', PASSWORD, false);
    clock.forward(299);
    expect(await codeOf('settings.change', SETTING)).toBe('done');
    clock.forward(1);
    expect(await codeOf('settings.change', SETTING)).toBe('PASSWORD_NEEDED');
  });

  test('is not valid after the clock was set back', async () => {
    await confirm();
    clock.forward(-60);
    expect(await codeOf('settings.change', SETTING)).toBe('PASSWORD_NEEDED');
  });

  test('ends with a new password', async () => {
    await confirm();
    await window.ask('owner.password', { current: PASSWORD, password: 'another horse' });
    await window.goOn(await window.signIn('owner', 'another horse', false));
    expect(await codeOf('settings.change', SETTING)).toBe('PASSWORD_NEEDED');
    await confirm('another horse');
    expect(await codeOf('settings.change', SETTING)).toBe('done');
    await window.ask('owner.password', { current: 'another horse', password: PASSWORD });
  });

  test('a wrong one opens nothing; after five there is a pause, for the right one too', async () => {
    for (let time = 0; time < 5; time += 1)
      expect(await confirm('wrong horse')).toMatchObject({
        refusal: { code: 'VALIDATION', codes: { password: ['wrong_password'] } },
      });
    expect(await codeOf('owner.confirm', { password: PASSWORD })).toBe('TOO_MANY_TRIES');
    expect(await codeOf('settings.change', SETTING)).toBe('PASSWORD_NEEDED');
    clock.forward(60);
    expect(await codeOf('owner.confirm', { password: PASSWORD })).toBe('done');
  });

  test('cannot be guessed where it is changed, nor by many guesses at once', async () => {
    const guess = (name: 'owner.confirm' | 'owner.password') =>
      codeOf(name, { password: 'wrong horse', ...(name === 'owner.password' && { current: 'a guess' }) });
    const codes = await Promise.all(
      (['owner.password', 'owner.confirm'] as const).flatMap((name) =>
        [1, 2, 3, 4, 5].map(() => guess(name)),
      ),
    );
    expect(codes.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'TOO_MANY_TRIES'),
      ...Array.from({ length: 5 }, () => 'VALIDATION'),
    ]);
  });

  test('can only be given by the owner', async () => {
    await shop.employee('cashier', ['can_view_invoices']);
    const token = await shop.signIn('cashier');
    expect(await window.refused('owner.confirm', { password: PASSWORD }, { token })).toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('the folder of the backups', () => {
  const refusal = async (value: string) => {
    const { errors } = await window.refused('settings.change', { name: 'backup_folder', value });
    return String(errors?.backup_folder);
  };
  beforeEach(() => confirm());

  test('must be one that was chosen in the dialog', async () => {
    expect(await refusal(shop.folder)).toContain('not chosen in the dialog');
    window.asked.nextFolder = shop.folder;
    await window.ask('folder.choose', {});
    expect(await codeOf('settings.change', { name: 'backup_folder', value: shop.folder })).toBe('done');
  });

  test.each(['\\\\evil.example\\share', '//evil.example/share', '\\\\?\\UNC\\evil.example\\share'])(
    'is on no other computer, not even by the dialog: %s',
    async (path) => {
      window.asked.nextFolder = path;
      await window.ask('folder.choose', {});
      expect(await refusal(path)).toContain('another computer');
    },
  );
});
