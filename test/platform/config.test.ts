import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultDataDir, environment, readConfig, UsageError } from '../../main/platform/config.ts';

const refusal = (flags: Parameters<typeof readConfig>[0], env: NodeJS.ProcessEnv = {}) => {
  try {
    readConfig(flags, env);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  throw new Error('accepted');
};

describe('readConfig', () => {
  it('has defaults for everything', () => {
    const { dataDir, ...rest } = readConfig({}, { HOME: '/home/olha' });
    expect(dataDir).toMatch(/kramar$/i);
    expect(rest).toEqual({
      port: 7480,
      isPortChosen: false,
      bankUrl: 'https://api.monobank.ua',
      bankTimeoutMs: 10_000,
      keychain: 'os',
      logLevel: 'info',
      rateLimitUser: 600,
      rateLimitAnonymous: 60,
    });
  });

  it('keeps using the key file that a data folder holds', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kramar-config-'));
    try {
      expect(readConfig({ dataDir: folder }, {}).keychain).toBe('os');
      writeFileSync(join(folder, 'master.key'), '');
      expect(readConfig({ dataDir: folder }, {}).keychain).toBe('file');
      expect(readConfig({ dataDir: folder, keychain: 'os' }, {}).keychain).toBe('os');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('reads the environment, and flags take precedence', () => {
    const env = {
      KRAMAR_DATA_DIR: 'shop',
      KRAMAR_PORT: '0',
      KRAMAR_BANK_URL: 'http://127.0.0.1:9000/bank/',
      KRAMAR_BANK_TIMEOUT_MS: '250',
      KRAMAR_KEYCHAIN: 'file',
      KRAMAR_LOG_LEVEL: 'debug',
      KRAMAR_RATE_LIMIT_USER: '5',
      KRAMAR_RATE_LIMIT_ANONYMOUS: '2',
    };
    expect(readConfig({}, env)).toEqual({
      dataDir: join(process.cwd(), 'shop'),
      port: 0,
      isPortChosen: true,
      bankUrl: 'http://127.0.0.1:9000/bank',
      bankTimeoutMs: 250,
      keychain: 'file',
      logLevel: 'debug',
      rateLimitUser: 5,
      rateLimitAnonymous: 2,
    });
    const flags = { dataDir: 'other', port: '81', bankUrl: 'https://bank.example', keychain: 'os' };
    expect(readConfig(flags, env)).toMatchObject({
      dataDir: join(process.cwd(), 'other'),
      port: 81,
      bankUrl: 'https://bank.example',
      keychain: 'os',
    });
  });

  it('counts an empty variable as unset, an empty flag as a fault', () => {
    expect(readConfig({}, { KRAMAR_PORT: '', KRAMAR_KEYCHAIN: ' ' })).toMatchObject({
      port: 7480,
      keychain: 'os',
    });
    expect(refusal({ dataDir: '' })).toBe('--data-dir: got "", expected the path of a folder');
  });

  it('reports all faults at once, each with its name, its value and the expected value', () => {
    const message = refusal(
      { port: '70000', keychain: 'cloud' },
      { KRAMAR_PORT: 'ignored', KRAMAR_LOG_LEVEL: 'loud', KRAMAR_BANK_TIMEOUT_MS: '1e3' },
    );
    expect(message.split('\n')).toEqual([
      '--port: got "70000", expected a whole number from 0 to 65535',
      'KRAMAR_BANK_TIMEOUT_MS: got "1e3", expected a whole number from 1 to 600000',
      '--keychain: got "cloud", expected one of: os, file',
      'KRAMAR_LOG_LEVEL: got "loud", expected one of: debug, info, warn, error',
    ]);
  });

  it.each(['-1', '0x10', '1.5', '', ' ', '999999999999', 'Infinity'])('refuses the port "%s"', (port) => {
    expect(refusal({ port })).toContain(`--port: got "${port}"`);
  });

  it.each(['0', '-5', '1.5'])('refuses the limit %s', (limit) => {
    expect(refusal({}, { KRAMAR_RATE_LIMIT_USER: limit })).toContain('KRAMAR_RATE_LIMIT_USER');
  });
});

describe('the address of the bank', () => {
  it.each([
    ['https://bank.example', 'https://bank.example'],
    ['https://bank.example///', 'https://bank.example'],
    ['https://bank.example/v2/', 'https://bank.example/v2'],
    ['http://localhost:1', 'http://localhost:1'],
    ['http://[::1]:1/', 'http://[::1]:1'],
    ['http://127.8.9.1', 'http://127.8.9.1'],
  ])('accepts %s', (bankUrl, expected) => {
    expect(readConfig({ bankUrl }, {}).bankUrl).toBe(expected);
  });

  it.each(['bank.example', 'ftp://bank.example', 'file:///etc', '', 'https://'])(
    'refuses "%s"',
    (bankUrl) => {
      expect(refusal({ bankUrl })).toContain('--bank-url');
    },
  );

  it.each([
    'http://bank.example',
    'http://10.0.0.5',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
  ])('refuses %s: the token would travel in the open', (bankUrl) => {
    expect(refusal({ bankUrl })).toContain('must not travel in the open');
  });

  it.each([
    ['https://u:hunter22@bank.example/x', '"https://***@bank.example/x"'],
    ['https://bank.example/?token=hunter22', '"https://bank.example/?***"'],
    ['https://bank.example/#hunter22', '"https://bank.example/?***"'],
    ['u:hunter22@bank.example', '"***"'],
    ['bank.example?hunter22', '"bank.example?***"'],
  ])('refuses %s without repeating what may be secret', (bankUrl, shown) => {
    expect(refusal({ bankUrl })).toContain(`got ${shown}`);
    expect(refusal({ bankUrl })).not.toContain('hunter22');
  });
});

describe('defaultDataDir', () => {
  it.each<[NodeJS.Platform, NodeJS.ProcessEnv, string, string]>([
    ['win32', { APPDATA: 'C:\\Users\\O\\Roam' }, 'C:\\Users\\O', 'C:\\Users\\O\\Roam\\Kramar'],
    ['win32', {}, 'C:\\Users\\O', 'C:\\Users\\O\\AppData\\Roaming\\Kramar'],
    ['darwin', {}, '/Users/o', '/Users/o/Library/Application Support/Kramar'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/o', '/data/kramar'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/o', '/home/o/.local/share/kramar'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/o', '/home/o/.local/share/kramar'],
    ['freebsd', {}, '/home/o', '/home/o/.local/share/kramar'],
  ])('on %s with %o', (platform, env, home, expected) => {
    expect(defaultDataDir(platform, env, home)).toBe(expected);
  });
});

it('exposes the environment', () => {
  expect(environment()).toBe(process.env);
});
