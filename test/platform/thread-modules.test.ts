import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeThreadModuleDigests } from '../../build/thread-modules.ts';
import { OwnerError } from '../../main/platform/owner-error.ts';
import { findChangedModule } from '../../main/platform/thread-modules.ts';
import { runInThread, startThread } from '../../main/store/threads/thread.ts';
import { temporaryFolder } from '../helpers/shop.ts';

const MODULE = `import { parentPort } from 'node:worker_threads';
import { answer } from './worker-part-1a2b.mjs';
parentPort.on('message', (message) => (message === 'end' ? process.exit() : parentPort.postMessage({ result: answer })));
`;

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let part: string;
let digests: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'worker.mjs');
  part = join(folder.path, 'worker-part-1a2b.mjs');
  digests = join(folder.path, 'thread-modules.json');
  writeFileSync(path, MODULE);
  writeFileSync(part, 'export const answer = 42;\n');
  writeFileSync(join(folder.path, 'index.mjs'), 'not run by a thread');
  writeThreadModuleDigests(folder.path);
});
afterEach(() => folder.remove());

interface Answer {
  name: 'answer';
  args: [];
  result: number;
  part: never;
}
const answer = async (): Promise<number> => {
  const thread = startThread<Answer>({ path, digests });
  try {
    return await thread.run('answer', []);
  } finally {
    await thread.end();
  }
};

test('modules as they were built are run', async () => {
  expect(findChangedModule(folder.path, digests)).toBeUndefined();
  expect(await answer()).toBe(42);
});

test.each([
  ['the module itself was changed', () => appendFileSync(path, '// more')],
  ['a part that it imports was changed', () => writeFileSync(part, 'export const answer = 43;\n')],
  ['a part is gone', () => rmSync(part)],
])('%s: nothing of it is run, and the error says what to do', async (_, change) => {
  change();
  const refused = { code: 'PROGRAM_CHANGED', message: expect.stringContaining('Install Kramar again') };
  await expect(answer()).rejects.toMatchObject(refused);
  await expect(runInThread<Answer>('answer', [], { path, digests })).rejects.toBeInstanceOf(OwnerError);
});

test('the list names the digests of SHA-256 of exactly the modules of threads', () => {
  expect(JSON.parse(readFileSync(digests, 'utf8'))).toEqual({
    'worker.mjs': createHash('sha256').update(MODULE).digest('hex'),
    'worker-part-1a2b.mjs': createHash('sha256').update('export const answer = 42;\n').digest('hex'),
  });
});
