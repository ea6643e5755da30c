import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Keychain, KeychainError, keyFile } from '../../main/platform/keychain.ts';
import type { Log } from '../../main/platform/log.ts';
import { openVault } from '../../main/platform/vault.ts';

function recorder() {
  const lines: string[] = [];
  const secrets: string[] = [];
  const log: Log = {
    debug: () => {},
    info: (message) => lines.push(`info ${message}`),
    warn: (message) => lines.push(`warn ${message}`),
    error: (message) => lines.push(`error ${message}`),
    secrets: new Set<string>(),
    secret: (value) => secrets.push(value),
    child: () => log,
    closeNow: () => undefined,
    close: async () => {},
  };
  return { log, lines, secrets };
}

/** A keychain in memory that can be locked. */
function drawer(kept?: Uint8Array) {
  const state = { kept, locked: false, reads: 0, writes: 0 };
  const refuse = () => {
    if (state.locked) throw new KeychainError('locked');
  };
  const keychain: Keychain = {
    kind: 'os',
    read: async () => {
      state.reads += 1;
      refuse();
      return state.kept;
    },
    write: async (secret) => {
      state.writes += 1;
      refuse();
      state.kept = Uint8Array.from(secret);
    },
    remove: async () => {
      state.kept = undefined;
    },
  };
  return { keychain, state };
}

const KEY = new Uint8Array(32).fill(7);
afterEach(() => {
  vi.useRealTimers();
});

describe('openVault', () => {
  it('creates a missing key, and finds it again', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'kramar-vault-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const { log, lines } = recorder();
    const first = await openVault(keyFile(join(dir, 'key')), log);
    expect(await first.unlock()).toBe(true);
    expect(first.problem()).toBeUndefined();
    const second = await openVault(keyFile(join(dir, 'key')), log);
    expect(second.openToken(1, first.sealToken(1, 'bank token'))).toBe('bank token');
    expect(second.jwtKey()).toEqual(first.jwtKey());
    expect(lines).toEqual(['info A new master key was made.']);
    expect(Buffer.from(readFileSync(join(dir, 'key'), 'utf8'), 'base64')).toHaveLength(32);
  });

  it('opens locked when the keychain is: no key is created, sessions can be signed, tokens wait', async () => {
    const { keychain, state } = drawer(KEY);
    const { log, lines } = recorder();
    const sealed = (await openVault(keychain, log)).sealToken(1, 'bank token');
    state.locked = true;
    const vault = await openVault(keychain, log);
    expect(await vault.unlock()).toBe(false);
    expect(vault.problem()).toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE', message: 'locked' });
    expect(() => vault.sealToken(1, 'bank token')).toThrow(KeychainError);
    expect(vault.openToken(1, sealed)).toBeUndefined();
    expect(vault.jwtKey()).toHaveLength(32);
    expect(vault.jwtKey()).toEqual(vault.jwtKey());
    expect(vault.jwtKey()).not.toEqual((await openVault(keychain, log)).jwtKey());
    expect(state.writes).toBe(0);
    expect(lines).toEqual(['warn locked', 'warn locked']);
  });

  it.each<[string, Partial<Keychain>]>([
    ['forgets', { write: async () => {} }],
    ['fails in an unknown way', { read: () => Promise.reject(new TypeError('?')) }],
    ['cannot write', { write: () => Promise.reject(new KeychainError('full')) }],
    ['keeps a key of another length', { read: async () => new Uint8Array(16) }],
    ['gives back another key', { read: vi.fn().mockResolvedValueOnce(undefined).mockResolvedValue(KEY) }],
  ])('stays locked with a keychain that %s', async (_, fault) => {
    const { keychain, state } = drawer();
    const vault = await openVault({ ...keychain, ...fault }, recorder().log);
    expect(vault.problem()).toBeInstanceOf(KeychainError);
    expect(() => vault.sealToken(1, 'bank token')).toThrow(KeychainError);
    if (_ === 'keeps a key of another length') {
      expect(state.writes).toBe(0);
      expect(vault.problem()?.message).toMatch(
        /16 bytes long instead of 32.*kramar\.db holds everything .* needs no key/,
      );
    }
  });
});

describe('unlock', () => {
  it('retries at most every 5 s, and then continues without a restart', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { keychain, state } = drawer(KEY);
    const { log, lines } = recorder();
    const sealed = (await openVault(keychain, log)).sealToken(1, 'bank token');
    Object.assign(state, { locked: true, reads: 0 });
    const vault = await openVault(keychain, log);
    vi.advanceTimersByTime(4_999);
    expect(await vault.unlock()).toBe(false);
    expect(state.reads).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await vault.unlock()).toBe(false);
    expect(state.reads).toBe(2);

    state.locked = false;
    expect(await vault.unlock()).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(await vault.unlock()).toBe(true);
    expect(vault.problem()).toBeUndefined();
    expect(vault.openToken(1, sealed)).toBe('bank token');
    expect(await vault.unlock()).toBe(true);
    expect(state.reads).toBe(3);
    expect(lines).toEqual(['warn locked', 'info The keychain is open again.']);
  });

  it('shares one try among simultaneous callers', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { keychain, state } = drawer(KEY);
    state.locked = true;
    const vault = await openVault(keychain, recorder().log);
    state.locked = false;
    vi.advanceTimersByTime(5_000);
    expect(await Promise.all([vault.unlock(), vault.unlock(), vault.unlock()])).toEqual([true, true, true]);
    expect(state.reads).toBe(2);
  });
});

describe('a sealed token', () => {
  it('opens for its terminal only, and with its key only', async () => {
    const { log, secrets } = recorder();
    const vault = await openVault(drawer(KEY).keychain, log);
    const other = await openVault(drawer(new Uint8Array(32).fill(8)).keychain, log);
    const sealed = vault.sealToken(12, 'bank token');
    secrets.length = 0;
    expect(vault.openToken(1, sealed)).toBeUndefined();
    expect(vault.openToken(2, sealed)).toBeUndefined();
    expect(other.openToken(12, sealed)).toBeUndefined();
    expect(secrets).toEqual([]);
    expect(vault.openToken(12, Buffer.from(sealed))).toBe('bank token');
    expect(secrets).toEqual(['bank token']);
  });

  it('never looks the same twice, and does not contain the token', async () => {
    const vault = await openVault(drawer(KEY).keychain, recorder().log);
    const sealed = vault.sealToken(1, 'bank token');
    expect(sealed).not.toEqual(vault.sealToken(1, 'bank token'));
    expect(sealed[0]).toBe(1);
    expect(Buffer.from(sealed).includes('bank')).toBe(false);
  });

  it('opens to the sealed token, and not at all once a bit of it or its length is changed', async () => {
    const vault = await openVault(drawer(KEY).keychain, recorder().log);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(7), (token, position, bit) => {
        const sealed = vault.sealToken(1, token);
        expect(vault.openToken(1, sealed)).toBe(token);
        const at = position % sealed.length;
        expect(vault.openToken(1, sealed.subarray(0, at))).toBeUndefined();
        sealed[at] = (sealed[at] ?? 0) ^ (1 << bit);
        expect(vault.openToken(1, sealed)).toBeUndefined();
      }),
    );
  });

  it('uses another key than the sessions', async () => {
    const vault = await openVault(drawer(KEY).keychain, recorder().log);
    expect(vault.jwtKey()).toHaveLength(32);
    expect(vault.jwtKey()).not.toEqual(KEY);
  });

  it('of an earlier release still opens: format and derivation are part of every stored token', async () => {
    const vault = await openVault(drawer(KEY).keychain, recorder().log);
    expect(
      vault.openToken(1, Buffer.from('AZ6s+G7XOURjXssVCrISyLSmj8hZqObJS5pSE3UTQ1tULPWS2r7e', 'base64')),
    ).toBe('bank token');
  });
});
