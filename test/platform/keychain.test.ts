import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeychainError, keyFile, osKeychain } from '../../main/platform/keychain.ts';

const posix = process.platform !== 'win32';
const SECRET = Uint8Array.from({ length: 32 }, (_, i) => 255 - i);

const refusal = async (call: Promise<unknown>): Promise<KeychainError> => {
  const error = await call.then(
    () => new Error('accepted'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(KeychainError);
  expect(error).toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE', message: expect.not.stringContaining('\n') });
  return error as KeychainError;
};

describe('keyFile', () => {
  let dir: string;
  let path: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'kramar-key-'));
    path = join(dir, 'key');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('has none, keeps one, forgets it', async () => {
    const keychain = keyFile(path);
    expect(keychain.kind).toBe('file');
    expect(await keychain.read()).toBeUndefined();
    await keychain.write(SECRET);
    expect(await keyFile(path).read()).toEqual(SECRET);
    expect(readFileSync(path, 'utf8')).toBe(`${Buffer.from(SECRET).toString('base64')}\n`);
    expect(readdirSync(dir)).toEqual(['key']);
    await keychain.remove();
    await keychain.remove();
    expect(await keychain.read()).toBeUndefined();
  });

  it('accepts a line end of another system, as an editor leaves it', async () => {
    writeFileSync(path, `${Buffer.from(SECRET).toString('base64')}\r\n`);
    expect(await keyFile(path).read()).toEqual(SECRET);
  });

  it.each(['', '\n', 'not base64!', 'AAEC\nAAEC\n', 'AAE', 'ключ'])(
    'refuses a file that holds %j, and does not overwrite it',
    async (text) => {
      writeFileSync(path, text, { mode: 0o600 });
      const { message } = await refusal(keyFile(path).read());
      expect(message).toBe(
        `The key file ${path} is damaged, and Kramar does not overwrite it. Your data is untouched; the bank tokens in it stay encrypted, and the bank cannot be called until this is solved. kramar.db holds everything (invoices, goods, people) and needs no key; the file ${path} holds the one key that seals the bank tokens in kramar.db, and backups do not hold it. Put the file back from a copy of your own; if there is none, move it away, and give the bank tokens again.`,
      );
      await refusal(keyFile(path).write(SECRET));
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('does not mistake an unreadable file for an absent one', async () => {
    await refusal(keyFile(dir).read());
    writeFileSync(path, '');
    if (posix) await refusal(keyFile(join(path, 'key')).read());
  });

  it.runIf(posix)('does not mistake a link to an unplugged stick for an absent key', async () => {
    symlinkSync(join(dir, 'stick', 'key'), path);
    expect((await refusal(keyFile(path).read())).message).toMatch(/ENOENT.*kramar\.db holds everything/);
    await refusal(keyFile(path).write(SECRET));
  });

  it('reports that it cannot be written', async () => {
    const { message } = await refusal(keyFile(join(dir, 'absent', 'key')).write(SECRET));
    expect(message).toContain('ENOENT');
  });

  describe.runIf(posix)('its mode', () => {
    it('is for the owner alone', async () => {
      await keyFile(path).write(SECRET);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    });

    it.each([0o644, 0o640, 0o606, 0o666])('is corrected when others may read it (%o)', async (mode) => {
      await keyFile(path).write(SECRET);
      chmodSync(path, mode);
      expect(await keyFile(path).read()).toEqual(SECRET);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    });

    it.runIf(process.geteuid?.() === 0)('is a reason to refuse when it cannot be corrected', async () => {
      await keyFile(path).write(SECRET);
      chmodSync(path, 0o644);
      chmodSync(dir, 0o755);
      process.seteuid?.(65_534);
      try {
        expect((await refusal(keyFile(path).read())).message).toContain('can be read by other users');
      } finally {
        process.seteuid?.(0);
      }
    });
  });
});

// Windows has another module; npm run test:windows and the CI of Windows use it unchanged.
describe.skipIf(process.platform === 'win32')('osKeychain', () => {
  afterEach(() => {
    vi.doUnmock('@napi-rs/keyring');
    vi.resetModules();
  });

  /** The module with a stand-in for the native one; the real one has a suite of its own in test/keychain. */
  const withKeyring = async (keyring: () => object) => {
    vi.doMock('@napi-rs/keyring', keyring);
    const module = await import('../../main/platform/keychain.ts');
    return (timeLimitMs?: number) => module.osKeychain('shop', timeLimitMs);
  };
  const standIn = (entry: object) =>
    function AsyncEntry() {
      return entry;
    };
  const reported = (call: Promise<unknown>) => call.then(String, (error: Error) => error.message);

  it('is created without touching the native module', () => {
    expect(osKeychain('shop').kind).toBe('os');
  });

  it('says what to do when the native module does not load', async () => {
    const make = await withKeyring(() => {
      throw new Error('Cannot find native binding');
    });
    expect(await reported(make().read())).toMatch(
      /module does not load on this machine.*Install Kramar anew\.$/,
    );
  });

  it('asks once for two readers, and waits for neither without end', async () => {
    let answer: (value: number[]) => void = () => {};
    const getSecret = vi.fn(() => new Promise((resolve) => (answer = resolve)));
    const make = await withKeyring(() => ({ AsyncEntry: standIn({ getSecret }) }));
    const keychain = make(1);
    expect(await reported(keychain.read())).toMatch(/locked or does not answer/);
    expect(await reported(keychain.read())).toMatch(/locked or does not answer/);
    expect(await reported(keychain.write(SECRET))).toMatch(/locked or does not answer/);
    expect(getSecret).toHaveBeenCalledTimes(1);
    answer([7]);
    await vi.waitUntil(() => getSecret.mock.settledResults[0]?.type === 'fulfilled');
  });

  it('does not believe "there is none" from a keychain that stores nothing', async () => {
    const entry = {
      getSecret: async () => null,
      setSecret: async () => {},
      deleteCredential: async () => true,
    };
    const make = await withKeyring(() => ({ AsyncEntry: standIn(entry) }));
    expect(await reported(make().read())).toMatch(/takes entries but does not give them back/);
    entry.setSecret = async () => {
      throw new Error('Secret Service: no result found');
    };
    expect(await reported(make().read())).toMatch(/cannot be reached \(Secret Service: no result found\)/);
  });

  it('reads once more when the keychain has been proven open', async () => {
    const stored = new Map<string, number[]>();
    const make = await withKeyring(() => ({
      AsyncEntry: class {
        readonly name: string;
        constructor(_service: string, name: string, options: unknown) {
          expect(options).toEqual({ linux: { store: 'secret-service' } });
          this.name = name;
        }
        getSecret = async () => stored.get(this.name) ?? null;
        // As if writing had opened it: the earlier entry appears.
        setSecret = async (secret: Uint8Array) => stored.set(this.name, [...secret]).set('shop', [9]);
        deleteCredential = async () => stored.delete(this.name);
      },
    }));
    expect(await make().read()).toEqual(Uint8Array.of(9));
    expect([...stored.keys()]).toEqual(['shop']);
  });

  it('distinguishes a locked one from a missing one', async () => {
    const getSecret = vi.fn();
    const make = await withKeyring(() => ({ AsyncEntry: standIn({ getSecret }) }));
    getSecret.mockRejectedValue(new Error('Secret Service: unlock prompt was dismissed'));
    expect(await reported(make().read())).toMatch(/is locked or does not answer.*Unlock it/);
    getSecret.mockRejectedValue(new Error('DBus error:\nno bus'));
    expect(await reported(make().read())).toMatch(/cannot be reached \(DBus error: no bus\)/);
  });
});
