import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentile, press, ratio, summary, together } from './measure.ts';

describe('percentile', () => {
  test('is the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
    expect([0.5, 0.99, 1].map((part) => percentile(hundred, part))).toEqual([50, 99, 100]);
    expect([0.5, 0.99].map((part) => percentile([3, 7], part))).toEqual([3, 7]);
    expect(percentile([5], 0.5)).toBe(5);
    expect(percentile([], 0.5)).toBeNaN();
  });

  test('is one of the samples, with as many at or below it as it says', () => {
    const samples = fc.array(fc.nat(1000), { minLength: 1 });
    const parts = fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100);
    void fc.assert(
      fc.property(samples, parts, (given, part) => {
        const sorted = given.toSorted((one, other) => one - other);
        const found = percentile(sorted, part);
        expect(given).toContain(found);
        const below = given.filter((sample) => sample <= found).length;
        expect(below).toBeGreaterThanOrEqual(Math.ceil(part * given.length));
      }),
    );
  });
});

test('a summary accepts samples in any order', () => {
  expect(summary([30, 10, 20], 60, 6)).toEqual({ p50: 20, p99: 30, perSecond: 50, requests: 3, cpu: 2 });
  expect(summary([30, 10, 20], 60).cpu).toBeNull();
});

test('rounds are summed up as one', () => {
  const rounds = [
    { samples: [1, 2], ms: 10, cpu: 1 },
    { samples: [3], ms: 20, cpu: 2 },
  ];
  expect(together(rounds)).toEqual({ p50: 2, p99: 3, perSecond: 100, requests: 3, cpu: 1 });
  expect(together([...rounds, { samples: [4], ms: 10, cpu: null }]).cpu).toBeNull();
});

test('a ratio to nothing is null', () => {
  expect(ratio(3, 2)).toBe(1.5);
  expect(ratio(3, 0)).toBeNaN();
});

test('as many requests run at once as there are connections, each connection sends its minimum, each request is sent once', async () => {
  const requested: number[] = [];
  let atOnce = 0;
  let most = 0;
  const work = async (at: number) => {
    requested.push(at);
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
  };
  const { samples, cpu } = await press(work, 4, { ms: 0, atLeast: 3 }, 10, () => 5);
  expect([most, samples.length, cpu]).toEqual([4, 12, 0]);
  expect(requested.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 12 }, (_, at) => 10 + at),
  );
});
