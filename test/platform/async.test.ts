import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cooperative, createKeyedQueue, createQueue, mapYielding } from '../../main/platform/async.ts';

/** Works that end when the test ends them, and which of them have begun. */
const setUp = (count: number) => {
  const slots = createQueue(count);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
    run: (name: string, options?: Parameters<typeof slots>[1]) =>
      slots(
        () =>
          new Promise<string>((resolve) => {
            begun.push(name);
            ends.set(name, () => resolve(name));
          }),
        options,
      ),
  };
};

test('at most two at once, the others in the order in which they came', async () => {
  const { run, begun, end } = setUp(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => run(name));
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('c');
  await end('a');
  await end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('one that failed frees its slot', async () => {
  const slots = createQueue(1);
  const failed = slots(() => Promise.reject(new Error('broken')));
  const next = slots(async () => 'next');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('one whose waiter has gone leaves the queue, and is never done', async () => {
  const { run, begun, end } = setUp(1);
  const gone = new AbortController();
  const reason = new Error('hung up');
  const [first, second] = [run('first'), run('second', { signal: gone.signal })];
  const third = run('third');
  gone.abort(reason);
  await expect(second).rejects.toBe(reason);
  await expect(run('late', { signal: gone.signal })).rejects.toBe(reason);
  await end('first');
  await end('third');
  expect(await Promise.all([first, third])).toEqual(['first', 'third']);
  expect(begun).toEqual(['first', 'third']);
});

test('a full queue refuses, and accepts again when there is room', async () => {
  const { run, begun, end } = setUp(1);
  const bounded = { bound: { waiting: 1, busy: () => new Error('full') } };
  const taken = [run('a', bounded), run('b', bounded)];
  await expect(run('c', bounded)).rejects.toThrow('full');
  // A work without a bound still waits.
  taken.push(run('d'));
  for (const name of ['a', 'b', 'd']) await end(name);
  expect([await Promise.all(taken), begun]).toEqual([
    ['a', 'b', 'd'],
    ['a', 'b', 'd'],
  ]);
  const again = run('e', bounded);
  await end('e');
  expect(await again).toBe('e');
});

test('whatever comes, fails or is aborted: never more than there are slots, and none is lost', async () => {
  const moves = fc.array(fc.constantFrom('come', 'end', 'fail', 'hang up'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), moves, async (count, steps) => {
      const slots = createQueue(count);
      const running: { resolve(): void; reject(error: Error): void }[] = [];
      const queued: AbortController[] = [];
      const settled: Promise<unknown>[] = [];
      for (const step of steps) {
        if (step === 'come') {
          const gone = new AbortController();
          const work = () => {
            queued.splice(queued.indexOf(gone), 1);
            return new Promise<void>((resolve, reject) => running.push({ resolve, reject }));
          };
          queued.push(gone);
          settled.push(slots(work, { signal: gone.signal }).catch(() => undefined));
        } else if (step === 'hang up') queued.pop()?.abort(new Error('gone'));
        else if (step === 'end') running.shift()?.resolve();
        else running.shift()?.reject(new Error('failed'));
        await new Promise(setImmediate);
        expect(running.length).toBeLessThanOrEqual(count);
        expect(queued.length === 0 || running.length === count).toBe(true);
      }
      while (running.length > 0) {
        running.shift()?.resolve();
        await new Promise(setImmediate);
      }
      await Promise.all(settled);
    }),
  );
});

test('works of one key wait for each other, those of another do not, and a failed one delays none', async () => {
  const queue = createKeyedQueue();
  const log: string[] = [];
  const work = (name: string, pauses: number) => async () => {
    log.push(`${name} begins`);
    for (let at = 0; at < pauses; at += 1) await new Promise(setImmediate);
    log.push(`${name} ends`);
    if (name === 'a') throw new Error('broken');
  };
  const all = [queue(1, work('a', 3)), queue(1, work('b', 1)), queue('1', work('c', 1))];
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log.indexOf('b begins')).toBeGreaterThan(log.indexOf('a ends'));
  expect(log.indexOf('c begins')).toBeLessThan(log.indexOf('a ends'));
});

describe('a long computation', () => {
  const slow = (ms: number) => (value: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
    return value * 2;
  };
  const values = Array.from({ length: 500 }, (_, at) => at);

  test('lets others be answered, and has the same result', async () => {
    let answered = 0;
    const others = setInterval(() => {
      answered += 1;
    }, 1);
    const made = await cooperative(mapYielding(values, slow(0.2)));
    clearInterval(others);
    expect(made).toEqual(values.map((value) => value * 2));
    expect(answered).toBeGreaterThan(2);
  });

  test('ends when its waiter has gone, and closes what it read from', async () => {
    const gone = new AbortController();
    let isClosed = false;
    const reading = function* () {
      try {
        for (;;) {
          slow(1)(0);
          yield;
        }
      } finally {
        isClosed = true;
      }
    };
    const ended = cooperative(reading(), {
      signal: gone.signal,
      onPause: () => gone.abort(new Error('gone')),
    });
    await expect(ended).rejects.toThrow('gone');
    expect(isClosed).toBe(true);
  });
});
