import { expect, test } from 'vitest';
import { createTurns } from '../../main/http/one-at-a-time.ts';

const busy = () => new Error('busy');
const never = new AbortController().signal;

/** A task that runs until `end` is called. */
const task = () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { run: () => promise, end: () => resolve('done') };
};

test('a second task is refused, and a third one runs after the first', async () => {
  const inTurn = createTurns(busy, 10);
  const first = task();
  const running = inTurn(never, first.run);
  await expect(inTurn(never, async () => 'second')).rejects.toThrow('busy');
  first.end();
  expect(await running).toBe('done');
  expect(await inTurn(never, async () => 'third')).toBe('third');
});

test('a second task waits for one that ends in time', async () => {
  const inTurn = createTurns(busy, 60_000);
  const first = task();
  const running = inTurn(never, first.run);
  const second = inTurn(never, async () => 'second');
  first.end();
  expect(await Promise.all([running, second])).toEqual(['done', 'second']);
});

test('a task whose client has hung up is awaited, however long it takes to end', async () => {
  const inTurn = createTurns(busy, 60_000);
  const first = task();
  const client = new AbortController();
  const running = inTurn(client.signal, first.run);
  const second = inTurn(never, async () => 'second');
  client.abort();
  setTimeout(first.end, 20);
  expect(await Promise.all([running, second])).toEqual(['done', 'second']);
});

test('a hang-up that a stop of the whole process has kept unseen counts', async () => {
  const inTurn = createTurns(busy, 10);
  const first = task();
  const client = new AbortController();
  void inTurn(client.signal, first.run);
  const second = inTurn(never, async () => 'second');
  // Read in one turn of the event loop, closed in the next, both after the stop.
  setImmediate(() => {
    const until = performance.now() + 50;
    while (performance.now() < until);
    setImmediate(() =>
      setImmediate(() => {
        client.abort();
        first.end();
      }),
    );
  });
  expect(await second).toBe('second');
});

test('eight wait, a ninth is refused at once', async () => {
  const inTurn = createTurns(busy, 60_000);
  const first = task();
  const running = inTurn(never, first.run);
  const waiting = Array.from({ length: 8 }, (_, at) => inTurn(never, async () => at));
  await expect(inTurn(never, async () => 'ninth')).rejects.toThrow('busy');
  first.end();
  await running;
  expect((await Promise.all(waiting)).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(await inTurn(never, async () => 'later')).toBe('later');
});

test('the task of a client that hangs up while it waits is not started', async () => {
  const inTurn = createTurns(busy, 60_000);
  const first = task();
  const running = inTurn(never, first.run);
  const client = new AbortController();
  let ran = false;
  const second = inTurn(client.signal, async () => {
    ran = true;
  });
  client.abort(new Error('hung up'));
  first.end();
  await running;
  await expect(second).rejects.toThrow('hung up');
  expect(ran).toBe(false);
});
