import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { OwnerError } from '../../../main/platform/owner-error.ts';
import { lockDataFolder } from '../../../main/store/db/lock.ts';
import { temporaryFolder } from '../../cli/console.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryFolder();
});

const refusal = (folder = dir): OwnerError => {
  try {
    lockDataFolder(folder).release();
  } catch (error) {
    expect(error).toBeInstanceOf(OwnerError);
    return error as OwnerError;
  }
  throw new Error('locked');
};

/** A second process that holds the lock until it is ended. */
async function holder(): Promise<ChildProcess> {
  const lock = new URL('../../../main/store/db/lock.ts', import.meta.url).href;
  const script = `import { lockDataFolder } from ${JSON.stringify(lock)};
    lockDataFolder(${JSON.stringify(dir)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('the holder ended'))),
  ]);
  return child;
}

it('can be taken again once released', () => {
  lockDataFolder(dir).release();
  const lock = lockDataFolder(dir);
  expect(refusal().code).toBe('ALREADY_RUNNING');
  lock.release();
  lock.release();
  lockDataFolder(dir).release();
  expect(readdirSync(dir)).toEqual(['kramar.lock']);
});

it('keeps a second process off, and is freed when the holder is killed', async () => {
  const child = await holder();
  expect(refusal()).toMatchObject({
    code: 'ALREADY_RUNNING',
    message: `Kramar is already running with the data folder ${dir}. Nothing was changed. Use the one that runs, or stop it first.`,
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockDataFolder(dir).release();
});

it('does not mistake a damaged lock file or a missing folder for a running service', () => {
  writeFileSync(join(dir, 'kramar.lock'), 'x'.repeat(4096));
  expect(refusal().code).toBe('LOCK_FILE_UNUSABLE');
  expect(refusal(join(dir, 'absent')).code).toBe('DATA_FOLDER_NOT_WRITABLE');
});
