import { expect, test, vi } from 'vitest';
import { restartLean } from '../../main/start/lean-memory.ts';

const FILE = '/kramar/headless.mjs';
const program = (others: object = {}) => ({
  execPath: '/usr/bin/node',
  execArgv: ['--import', './before.mjs'],
  argv: ['/usr/bin/node', FILE, '--port', '0'],
  env: { PATH: '/usr/bin' } as NodeJS.ProcessEnv,
  platform: 'linux' as NodeJS.Platform,
  execve: vi.fn<NonNullable<typeof process.execve>>(),
  ...others,
});

test('replaces the process by itself: the same arguments, less memory kept', () => {
  const started = program();
  restartLean(started, FILE);
  expect(started.execve.mock.calls).toEqual([
    [
      '/usr/bin/node',
      ['/usr/bin/node', '--max-semi-space-size=8', '--import', './before.mjs', FILE, '--port', '0'],
      { PATH: '/usr/bin', MALLOC_ARENA_MAX: '2' },
    ],
  ]);
});

test.each([
  ['it is done', { env: { MALLOC_ARENA_MAX: '2' } }],
  ['its parent speaks to it over a channel', { channel: {} }],
  ['the system cannot do it: Windows', { platform: 'win32' }],
  ['another entry brought it here', { argv: ['/usr/bin/node', '/kramar/start.ts'] }],
])('not where %s', (_, others) => {
  const started = program(others);
  restartLean(started, FILE);
  expect(started.execve).not.toHaveBeenCalled();
});
