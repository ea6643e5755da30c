import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runInThread, startThread, TaskFailed } from '../../../main/store/threads/thread.ts';
import type { TestTask } from './tasks-worker.ts';

type Named<Name extends TestTask['name']> = Extract<TestTask, { name: Name }>;

const path = fileURLToPath(new URL('tasks-worker.ts', import.meta.url));
const start = () => startThread<TestTask>({ path });
const numbers = () => new Int32Array(new SharedArrayBuffer(4));

test('a thread does one task after another, by name', async () => {
  const thread = start();
  expect(await thread.run<Named<'add'>>('add', [2, 3])).toBe(5);
  expect(await thread.run<Named<'add'>>('add', [20, 30])).toBe(50);
  await expect(thread.run<Named<'missing'>>('missing', [])).rejects.toThrow('There is no task missing.');
  await thread.end();
  await expect(thread.run<Named<'add'>>('add', [2, 3])).rejects.toMatchObject({ why: 'crash' });
});

test('no more parts are made than there is room for', async () => {
  const thread = start();
  const made = numbers();
  const parts: number[] = [];
  const counted = thread.run<Named<'count'>>('count', [5, made], (part) => parts.push(part));
  await expect.poll(() => parts).toEqual([1, 2]);
  await sleep(50);
  expect([parts, made[0]]).toEqual([[1, 2], 2]);
  thread.more();
  await expect.poll(() => parts).toEqual([1, 2, 3]);
  for (let more = 0; more < 2; more += 1) thread.more();
  expect(await counted).toBe('counted');
  expect(parts).toEqual([1, 2, 3, 4, 5]);
  await thread.end();
});

test('a thread of its own receives as many parts as it sends', async () => {
  const parts: number[] = [];
  const run = { path, onPart: (part: number) => parts.push(part) };
  expect(await runInThread<Named<'count'>>('count', [50, numbers()], run)).toBe('counted');
  expect(parts).toHaveLength(50);
});

test('an error arrives with its code and its facts', async () => {
  const error = await runInThread<Named<'fail'>>('fail', [], { path }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TaskFailed);
  expect(error).toMatchObject({
    message: 'So it goes.',
    code: 'E_TEST',
    facts: { errors: { file: ['bad'] } },
  });
  expect(String((error as Error).cause)).toContain('tasks-worker.ts');
});

test('so does one with a fact that cannot be copied, without that', async () => {
  const failing = runInThread<Named<'failUnclonable'>>('failUnclonable', [], { path });
  await expect(failing).rejects.toMatchObject({ message: 'So it goes.', facts: { code: 'E_TEST' } });
});

test('a task that checks the flag is cancelled, and the thread does the next', async () => {
  const thread = start();
  const cancelled = thread.run<Named<'untilCancelled'>>('untilCancelled', [], () => thread.cancel());
  expect(await cancelled).toBe('cancelled');
  expect(await thread.run<Named<'add'>>('add', [1, 1])).toBe(2);
  await thread.end();
});

test('a thread that is loading a native module is not terminated before it is loaded', async () => {
  const told: unknown[] = [];
  const gone = new AbortController();
  const channel = new BroadcastChannel('native-module');
  channel.onmessage = ({ data }) => {
    told.push(data);
    gone.abort();
  };
  const run = { path: fileURLToPath(new URL('loading-worker.ts', import.meta.url)), signal: gone.signal };
  await expect(runInThread<Named<'runOn'>>('runOn', [], run)).rejects.toMatchObject({ why: 'aborted' });
  await expect.poll(() => told).toEqual(['loading', 'loaded']);
  channel.close();
});

describe('a task that runs on is ended', () => {
  test('when no client needs it any more', async () => {
    const gone = new AbortController();
    const run = { path, signal: gone.signal, onPart: () => gone.abort() };
    await expect(runInThread<Named<'runOn'>>('runOn', [], run)).rejects.toMatchObject({ why: 'aborted' });
    await expect(runInThread<Named<'runOn'>>('runOn', [], run)).rejects.toMatchObject({ why: 'aborted' });
  });

  test('at its time limit', async () => {
    const run = runInThread<Named<'runOn'>>('runOn', [], { path, timeMs: 500 });
    await expect(run).rejects.toMatchObject({ why: 'time', message: 'it took more than 0.5 seconds' });
  });

  test('at the limit of its heap', async () => {
    const resourceLimits = { maxOldGenerationSizeMb: 16 };
    const run = runInThread<Named<'fillMemory'>>('fillMemory', [], { path, resourceLimits });
    await expect(run).rejects.toMatchObject({ why: 'memory' });
  });
});
