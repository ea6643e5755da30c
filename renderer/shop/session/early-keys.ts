import { isLocked } from './hotkeys.ts';
import { isNumber, judgeKey, judgePause, KEY_GAP_MS, NO_BURST, type Stroke } from './scan/scanner.ts';
import { setupOf, strokeOf } from './scan/use-scanner.ts';

/**
 * Keys that are typed between a shortcut and the first paint of what it opens. They are kept in order and given to that
 * screen, which on a slow computer takes a second to come.
 */

/** What can be opened by a shortcut and then takes typed text. */
type Target = 'charge' | 'palette';

/** A run of typed characters, an Enter, a scanned code, or a scan that was read in part. */
export type EarlyInput = { text: string } | { enter: true } | { scan: string } | { noise: true };

/** Without another key for so long the screen is not awaited any longer, ms: a PC that is busy takes ten seconds to open one. */
const AWAITED_MS = 30_000;
/** So long after a key of a scan the next one has come, also on a busy PC: until then a scan is not cut in two. */
const SETTLED_MS = 300;

interface Caught {
  target: Target;
  strokes: Stroke[];
  take: ((inputs: EarlyInput[]) => void) | undefined;
}

let caught: Caught | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

const stop = (): void => {
  clearTimeout(timer);
  caught = undefined;
};

/** Gives what was typed, if no more of it belongs together. */
const settle = (isQuiet: boolean): void => {
  if (!caught) return;
  const { strokes, take } = caught;
  const [before, last] = strokes.slice(-2);
  const isBurst = last === undefined || before === undefined || last.at - before.at < KEY_GAP_MS;
  clearTimeout(timer);
  if (!take) timer = setTimeout(stop, AWAITED_MS);
  else if (!isQuiet && isBurst && strokes.at(-1)?.key !== 'Enter')
    timer = setTimeout(() => settle(true), SETTLED_MS);
  else {
    stop();
    take(inputsOf(strokes));
  }
};

const onKeyDown = (event: KeyboardEvent): void => {
  if (!caught) return;
  // Another shortcut opens another screen, and Escape opens none.
  if (isLocked() || event.altKey || event.metaKey || event.key === 'Escape') {
    stop();
    return;
  }
  const isTyped = [...event.key].length === 1 || event.key === 'Enter' || event.key === 'Backspace';
  if (!isTyped || (event.ctrlKey && event.key !== 'Enter')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  caught.strokes.push(strokeOf(event));
  settle(false);
};
// Before every listener of a screen, which must not see these keys.
addEventListener('keydown', onKeyDown, { capture: true });
// A click goes on elsewhere.
addEventListener('pointerdown', () => caught && !caught.take && stop(), { capture: true });

/** From now on typed keys wait for this target. */
export const catchKeysFor = (target: Target): void => {
  stop();
  caught = { target, strokes: [], take: undefined };
  settle(false);
};

/**
 * Called by what the keys are for once it can take them.
 * @param take gets what was typed meanwhile, in order; never called if nothing was awaited
 * @returns ends it, as the cleanup of an effect
 */
export const takeEarlyKeys = (target: Target, take: Caught['take']): (() => void) => {
  const mine = caught?.target === target ? caught : undefined;
  if (mine) {
    mine.take = take;
    // Nothing was typed: the screen's own listeners take the rest.
    if (mine.strokes.length === 0) stop();
    else settle(false);
  }
  return () => {
    if (mine) mine.take = undefined;
  };
};

/** Collects what a key begins that no field takes: a person's text, or a scan. */
export const collectFrom = (event: KeyboardEvent, target: Target, take: Caught['take']): void => {
  event.preventDefault();
  caught = { target, strokes: [strokeOf(event)], take };
  settle(false);
};

const inputsOf = (strokes: readonly Stroke[]): EarlyInput[] => {
  const setup = setupOf();
  const inputs: EarlyInput[] = [];
  let burst = NO_BURST;
  let text = '';
  const endText = (): void => {
    if (text !== '') inputs.push({ text });
    text = '';
  };
  for (const stroke of strokes) {
    const before = burst;
    const [next, verdict] = judgeKey(before, stroke, setup);
    burst = next;
    if (verdict.kind === 'scan' || verdict.kind === 'noise') {
      // What a scanner typed is a code or nothing, never text.
      text = text.slice(0, Math.max(0, text.length - before.typed.length));
      endText();
      inputs.push(verdict.kind === 'scan' ? { scan: verdict.code } : { noise: true });
    } else if (stroke.key === 'Enter') {
      endText();
      inputs.push({ enter: true });
    } else if (stroke.key === 'Backspace') text = text.slice(0, -1);
    else text += stroke.typed;
  }
  const paused = judgePause(burst, setup);
  if (paused.kind === 'scan') return [...inputs, { scan: paused.code }];
  // The Enter of a scan was lost.
  if (isNumber(burst)) return [...inputs, { noise: true }];
  endText();
  return inputs;
};
