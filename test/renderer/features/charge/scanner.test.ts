import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextTile } from '../../../../renderer/features/charge/tiles/next-tile.ts';
import {
  BURST_LENGTH,
  characterOf,
  judgeKey,
  judgePause,
  KEY_GAP_MS,
  LATE_ENTER_MS,
  NO_BURST,
  type ScannerSetup,
  type Stroke,
  type Verdict,
} from '../../../../renderer/shop/session/scan/scanner.ts';

type Keys = Omit<Stroke, 'typed'> & { typed?: string };
const judged = (strokes: readonly Keys[], setup?: ScannerSetup): Verdict[] => {
  let burst = NO_BURST;
  return strokes.map((stroke) => {
    const [next, verdict] = judgeKey(burst, { typed: stroke.key, ...stroke }, setup);
    burst = next;
    return verdict;
  });
};
/** Keys that follow each other by `gap` ms. */
const keys = (text: string, gap: number, start = 1000): Keys[] =>
  [...text].map((key, at) => ({ key: key === '\n' ? 'Enter' : key, at: start + at * gap }));
const kinds = (strokes: readonly Keys[]): string[] => judged(strokes).map(({ kind }) => kind);

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
    const scans = (strokes: readonly Keys[]) =>
      judged(strokes).flatMap((each) => (each.kind === 'scan' ? each.code : []));
    expect(scans([...keys(first, 5), ...keys(second, 5, 1070)])).toEqual(['4820000000017', '4820000000024']);
    const mixed = [...keys(first, 8, 1000), ...keys(second, 8, 1003)].toSorted(
      (one, other) => one.at - other.at,
    );
    const [code, ...rest] = scans(mixed);
    expect([code?.length, rest]).toEqual([26, []]);
  });

  test('a sum that is typed as quickly as a scanner does is no scan', () => {
    for (const typed of ['340,5\n', '1234.5\n', '1234,50\n', '1 234,50\n'])
      expect([typed, kinds(keys(typed, 5)).at(-1)]).toEqual([typed, 'typing']);
  });

  test('a key that is held down and a shortcut are no scan; Shift comes between the keys of one', () => {
    const held = keys('00000000', 30).map((stroke, at) => ({ ...stroke, isSpecial: at > 0 }));
    expect(new Set(kinds([...held, { key: 'Enter', at: 1260 }]))).toEqual(new Set(['typing']));
    expect(kinds(keys('50\n', 5)).at(-1)).toBe('typing');
    // Shift comes between the keys of a scanner.
    const shifted = keys('AB12CD', 5).flatMap((stroke) => [{ key: 'Shift', at: stroke.at }, stroke]);
    expect(judged([...shifted, { key: 'Enter', at: 1030 }]).at(-1)).toEqual({ kind: 'scan', code: 'AB12CD' });
  });

  const CODES = ['AB-15712', 'QC/15712', 'QC#15712', 'x_0+1=2.3', 'https://a.ua/01/04820000000017'];
  /** A US keyboard: each character's key, and whether it takes Shift. */
  const PLACES = new Map<string, { code: string; shiftKey: boolean }>(
    [
      ...[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [
        `Key${letter.toUpperCase()}`,
        letter + letter.toUpperCase(),
      ]),
      ...[...')!@#$%^&*('].map((sign, digit) => [`Digit${digit}`, `${digit}${sign}`]),
      ...[
        ['Minus', '-_'],
        ['Equal', '=+'],
        ['Period', '.>'],
        ['Slash', '/?'],
        ['Semicolon', ';:'],
      ],
    ].flatMap(([code = '', pair = '']) =>
      [...pair].map((one, at) => [one, { code, shiftKey: at === 1 }] as const),
    ),
  );
  const CYRILLIC: Record<string, string> = {
    KeyA: 'ф',
    KeyB: 'и',
    KeyQ: 'й',
    KeyC: 'с',
    KeyX: 'ч',
    Slash: '.',
    Digit3: '№',
  };
  const typedBy = (layout: 'en' | 'caps' | 'uk', one: string): string => {
    const { code = '' } = PLACES.get(one) ?? {};
    if (layout === 'uk') return CYRILLIC[code] ?? (/^Key/.test(code) ? 'ї' : one);
    return layout === 'caps' ? (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()) : one;
  };
  test.each(['en', 'caps', 'uk'] as const)(
    'letters and signs are read by the places of the keys: %s',
    (layout) => {
      for (const code of CODES) {
        const strokes = [...code].map((one, at) => {
          const typed = typedBy(layout, one);
          const { code: place = '', shiftKey = false } = PLACES.get(one) ?? {};
          return { key: characterOf({ key: typed, code: place, shiftKey }), typed, at: 1000 + at * 5 };
        });
        expect(judged([...strokes, { key: 'Enter', at: 1000 + code.length * 5 }]).at(-1)).toEqual({
          kind: 'scan',
          code,
        });
      }
    },
  );

  test('a prefix marks the shortest code; a Tab or a pause may end one', () => {
    const setup = { prefix: '~', suffix: 'none' } as const;
    expect(judged(keys('~A1\n', 5), setup).at(-1)).toEqual({ kind: 'scan', code: 'A1' });
    expect(judged([...keys('4820001', 5), { key: 'Tab', at: 1035 }]).at(-1)).toEqual({
      kind: 'scan',
      code: '4820001',
    });
    expect(judgePause({ text: '~A1', typed: '~A1', at: 0 }, setup)).toEqual({ kind: 'scan', code: 'A1' });
    expect(judgePause({ text: 'A1', typed: 'A1', at: 0 }, setup)).toEqual({ kind: 'typing' });
    expect(judgePause({ text: '4820001', typed: '4820001', at: 0 }, { prefix: '', suffix: 'enter' })).toEqual(
      { kind: 'typing' },
    );
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
