import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BURST_LENGTH,
  judgeKey,
  KEY_GAP_MS,
  LATE_ENTER_MS,
  NO_BURST,
  type Stroke,
  type Verdict,
} from '../../../../renderer/features/charge/scan/scanner.ts';
import { nextTile } from '../../../../renderer/features/charge/tiles/next-tile.ts';

const judged = (strokes: readonly Stroke[]): Verdict[] => {
  let burst = NO_BURST;
  return strokes.map((stroke) => {
    const [next, verdict] = judgeKey(burst, stroke);
    burst = next;
    return verdict;
  });
};
/** Keys that follow each other by `gap` ms. */
const keys = (text: string, gap: number, start = 1000): Stroke[] =>
  [...text].map((key, at) => ({ key: key === '\n' ? 'Enter' : key, at: start + at * gap }));
const kinds = (strokes: readonly Stroke[]): string[] => judged(strokes).map(({ kind }) => kind);

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((each) => each.join(''));
const quick = fc.integer({ min: 1, max: KEY_GAP_MS - 1 });
const slow = fc.integer({ min: KEY_GAP_MS, max: 2000 });

describe('the recogniser of a scanner', () => {
  test('takes digits that end in Enter, quicker than 50 ms a key, for one scan', () => {
    fc.assert(
      fc.property(digits(BURST_LENGTH, 48), quick, (code, gap) => {
        const verdicts = judged(keys(`${code}\n`, gap));
        expect(verdicts.at(-1)).toEqual({ kind: 'scan', code });
        // From the sixth digit on none of it reaches the screen.
        expect(verdicts.slice(BURST_LENGTH - 1, -1).every(({ kind }) => kind === 'burst')).toBe(true);
      }),
    );
  });

  test('leaves alone what a person types, whatever it is', () => {
    const key = fc.oneof(digits(1, 1), fc.constantFrom('а', 'x', ',', '.', ' ', 'Enter', 'Tab', 'Backspace'));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, slow), { maxLength: 40 }), (typed) => {
        let at = 0;
        const strokes = typed.map(([each, gap]) => {
          at += gap;
          return { key: each, at };
        });
        expect(kinds(strokes)).toEqual(strokes.map(() => 'typing'));
      }),
    );
  });

  test('never lets the Enter of a quick burst through, whole or in part, with or without letters', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789abzAZ-/'), minLength: 3, maxLength: 80 });
    fc.assert(
      fc.property(text, quick, (burst, gap) => {
        expect(kinds(keys(`${burst}\n`, gap)).at(-1)).not.toBe('typing');
      }),
    );
  });

  test('an Enter that comes late after a burst still belongs to it', () => {
    fc.assert(
      fc.property(
        digits(BURST_LENGTH, 20),
        fc.integer({ min: KEY_GAP_MS, max: LATE_ENTER_MS - 1 }),
        (code, late) => {
          const burst = keys(code, 10);
          const enter = { key: 'Enter', at: (burst.at(-1)?.at ?? 0) + late };
          expect(judged([...burst, enter]).at(-1)).toEqual({ kind: 'noise' });
          const person = { ...enter, at: enter.at + LATE_ENTER_MS };
          expect(judged([...burst, person]).at(-1)).toEqual({ kind: 'typing' });
        },
      ),
    );
  });

  test('two scans one after the other are two; two at once are one that no product has', () => {
    const [first, second] = ['4820000000017\n', '4820000000024\n'];
    const scans = (strokes: readonly Stroke[]) =>
      judged(strokes).flatMap((each) => (each.kind === 'scan' ? each.code : []));
    expect(scans([...keys(first, 5), ...keys(second, 5, 1070)])).toEqual(['4820000000017', '4820000000024']);
    const mixed = [...keys(first, 8, 1000), ...keys(second, 8, 1003)].toSorted(
      (one, other) => one.at - other.at,
    );
    const [code, ...rest] = scans(mixed);
    expect([code?.length, rest]).toEqual([26, []]);
  });

  test('a key that is held down, a shortcut, a comma and a point are no scan', () => {
    const held = keys('00000000', 30).map((stroke, at) => ({ ...stroke, isSpecial: at > 0 }));
    expect(new Set(kinds([...held, { key: 'Enter', at: 1260 }]))).toEqual(new Set(['typing']));
    for (const typed of ['340,5\n', '1234.5\n', '1 234,50\n'])
      expect([typed, kinds(keys(typed, 5)).at(-1)]).toEqual([typed, 'typing']);
    expect(kinds(keys('50\n', 5)).at(-1)).toBe('typing');
    // Shift comes between the keys of a scanner.
    const shifted = keys('AB12CD', 5).flatMap((stroke) => [{ key: 'Shift', at: stroke.at }, stroke]);
    expect(judged([...shifted, { key: 'Enter', at: 1030 }]).at(-1)).toEqual({ kind: 'scan', code: 'AB12CD' });
  });

  test('a clock that goes back makes no burst', () => {
    expect(kinds(keys('4820000000017\n', -5)).filter((kind) => kind !== 'typing')).toEqual([]);
  });
});

test('the arrows walk over the tiles and stop at the edges', () => {
  const grid = { columns: 3, count: 8 };
  const from = (key: string, current: number) => nextTile(key, current, grid);
  expect([from('ArrowRight', 0), from('ArrowLeft', 0), from('ArrowDown', 4), from('ArrowDown', 6)]).toEqual([
    ...[1, undefined, 7, undefined],
  ]);
  expect([from('ArrowUp', 2), from('ArrowUp', 5), from('Home', 5), from('End', 1), from('Enter', 1)]).toEqual(
    [...[undefined, 2, 0, 7, undefined]],
  );
});
