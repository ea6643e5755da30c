import { existsSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PracticeBank } from '../../main/practice-bank/practice-bank.ts';
import { terminalCashRegisters } from '../../main/store/cash-registers.ts';
import { allTerminals } from '../../main/store/terminals.ts';
import { addTerminal, type Console, NO_BANK, openConsole, startBank } from './console.ts';
import { inDatabase, openOwned } from './database.ts';

// What the console adds; what the operations refuse, and that nothing is stored then: bridge/terminals.test.ts.

let bank: PracticeBank;
let shop: Console;
beforeEach(async () => {
  bank = await startBank();
  shop = openOwned({ bankUrl: bank.url });
});

const merchant = (at = 0) => {
  const found = bank.merchants[at];
  if (!found) throw new Error(`The practice bank has no merchant ${at}.`);
  return found;
};
const stored = () => inDatabase(shop.dataDir, allTerminals);

describe('terminal add', () => {
  const addPlain = (token: string, name = 'Каса') =>
    shop.plain(['terminal', 'add', '--name', name, '--token-stdin'], { stdin: token });

  it('adds a terminal with its registers', async () => {
    const { code, json, stderr } = await addTerminal(shop, `${merchant().token}\n`, 'Каса 1');
    const { merchantId: merchant_id, merchantName: merchant_name, edrpou } = merchant();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const added = { ok: true, id: 1, name: 'Каса 1', merchant_id, merchant_name, edrpou };
    expect(json).toEqual({ ...added, registers: 4, same_token_as: [] });
    expect(stored()).toMatchObject([{ id: 1, name: 'Каса 1', sealed_token: expect.any(Uint8Array) }]);
    expect(inDatabase(shop.dataDir, (db) => terminalCashRegisters(db, 1))).toHaveLength(4);
  });

  it('asks the bank nothing without a database, and makes no folder', async () => {
    const empty = openConsole({ bankUrl: bank.url });
    expect((await addTerminal(empty, merchant().token)).json).toMatchObject({ code: 'NO_DATABASE' });
    expect(existsSync(empty.dataDir)).toBe(false);
    expect(bank.requests).toEqual([]);
  });

  it('reports it in one line, and says that another terminal has the same token', async () => {
    const first = await addPlain(merchant().token);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^Terminal 1 "Каса" was added: .*Registers: 4\.\n$/);
    const { code, stdout } = await addPlain(merchant().token, 'Каса 2');
    expect(code).toBe(0);
    expect(stdout).toContain('Terminal 1 has the same token');
    expect(stdout).toContain('terminal remove 2.');
    expect((await addTerminal(shop, merchant().token)).json).toMatchObject({ same_token_as: [1, 2] });
  });

  it('says what to check when the bank is unreachable', async () => {
    const { code, json } = await addTerminal(openOwned({ bankUrl: NO_BANK }), merchant().token);
    expect({ code, reported: json.code }).toEqual({ code: 1, reported: 'UNREACHABLE' });
    expect(json.detail).toContain('--bank-url');
    expect(json.detail).toContain(NO_BANK);
  });
});

describe('terminal list', () => {
  it('prints one line each, and says what to do when there are none', async () => {
    expect((await shop.plain(['terminal', 'list'])).stdout).toContain('terminal add');
    await addTerminal(shop, merchant().token, 'Каса 1');
    await addTerminal(shop, merchant(1).token, 'Каса 2');
    const { code, stdout } = await shop.plain(['terminal', 'list']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^1 +Каса 1 .*prKavarnia/),
      expect.stringMatching(/^2 +Каса 2 .*prKnyharnia/),
    ]);
    const { json } = await shop.json(['terminal', 'list']);
    expect(json).toMatchObject({
      ok: true,
      terminals: [
        { id: 1, name: 'Каса 1', is_active: true, has_token: true },
        { id: 2, merchant_id: 'prKnyharnia' },
      ],
    });
  });
});
