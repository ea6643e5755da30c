import { expect, test } from 'vitest';
import { ApiError, type Failure } from '../../../../renderer/api/failure.ts';
import { type RateLimit, runBulk } from '../../../../renderer/features/catalog/bulk/run.ts';

const targets = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Товар ${id}` }));

/** @param answers by id: the outcomes of each; done where none is given */
const run = async (
  answers: Record<number, (Failure | RateLimit | (() => void))[]>,
  stop = new AbortController(),
) => {
  const requests: number[] = [];
  const pauses: number[] = [];
  const progress: number[] = [];
  const outcome = await runBulk(targets, {
    signal: stop.signal,
    applyTo: async ({ id }) => {
      requests.push(id);
      const next = answers[id]?.shift();
      if (typeof next === 'function') next();
      else if (next && 'kind' in next) throw new ApiError(next);
      else if (next) return next;
      return { left: 600, of: 600 };
    },
    onProgress: (done) => progress.push(done),
    pause: async (ms) => void pauses.push(ms),
  });
  return { outcome, requests, pauses, progress };
};

test('failures are reported by name, and the rest is done', async () => {
  const { outcome, progress } = await run({
    2: [{ kind: 'missing' }],
    4: [{ kind: 'invalid', words: '', errors: {} }],
  });
  expect(outcome).toMatchObject({
    total: 5,
    done: [1, 3, 5],
    failed: [{ id: 2, name: 'Товар 2', failure: { kind: 'missing' } }, { id: 4 }],
    ended: null,
  });
  expect(progress).toEqual([1, 2, 3, 4, 5]);
});

test('it is stopped between two of them: for each it is known whether it was done', async () => {
  const stop = new AbortController();
  const { outcome, requests } = await run({ 3: [() => stop.abort()] }, stop);
  expect(requests).toEqual([1, 2, 3]);
  expect(outcome).toEqual({ total: 5, done: [1, 2, 3], failed: [], ended: 'stopped' });
});

test('it ends where all that follows would fail the same way', async () => {
  for (const kind of ['session', 'unreachable', 'forbidden'] as const) {
    const { outcome, requests } = await run({ 2: [{ kind }] });
    expect(requests).toEqual([1, 2]);
    expect(outcome).toEqual({ total: 5, done: [1], failed: [], ended: { kind } });
  }
});

test('after “too many requests” it waits, and leaves room for other requests', async () => {
  const { outcome, requests, pauses } = await run({
    2: [{ kind: 'throttled', seconds: 7 }],
    4: [{ left: 149, of: 600 }],
    5: [{ left: 150, of: 600 }],
  });
  expect(requests).toEqual([1, 2, 2, 3, 4, 5]);
  expect(pauses).toEqual([7000, 5000]);
  expect(outcome.done).toEqual([1, 2, 3, 4, 5]);
});
