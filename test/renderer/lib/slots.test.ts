import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlots } from '../../../renderer/lib/slots.ts';

const pauses = (count: number): Promise<void> =>
  count === 0 ? Promise.resolve() : Promise.resolve().then(() => pauses(count - 1));

test('never more at once than there are slots, each in its turn, whatever fails or is aborted', async () => {
  const task = fc.record({ takes: fc.nat(5), fails: fc.boolean(), isGivenUp: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(task, { maxLength: 12 }),
      async (most, tasks) => {
        const inTurn = createSlots(most);
        const begun: number[] = [];
        let running = 0;
        const results = tasks.map(({ takes, fails, isGivenUp }, index) => {
          const stop = new AbortController();
          const result = inTurn(stop.signal, async () => {
            begun.push(index);
            running += 1;
            expect(running).toBeLessThanOrEqual(most);
            await pauses(takes);
            running -= 1;
            if (fails) throw new Error('failed');
            return index;
          });
          if (isGivenUp) stop.abort(new Error('given up'));
          return result;
        });
        const ended = await Promise.allSettled(results);
        expect(running).toBe(0);
        expect(begun).toEqual([...begun].sort((a, b) => a - b));
        for (const [index, { isGivenUp, fails }] of tasks.entries()) {
          const wasDone = begun.includes(index);
          expect(ended[index]?.status).toBe(wasDone && !fails ? 'fulfilled' : 'rejected');
          // A waiting task that is aborted never begins; a task that has begun ends by itself.
          expect(wasDone).toBe(!isGivenUp || index < most);
        }
        // Every slot is free again.
        const last = await Promise.all(
          Array.from({ length: most }, () => inTurn(AbortSignal.timeout(1000), pauses.bind(null, 1))),
        );
        expect(last).toHaveLength(most);
      },
    ),
  );
});
