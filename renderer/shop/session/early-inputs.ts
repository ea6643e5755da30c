import { catchKeysFor, caughtFor, type EarlyTarget, stopCatching } from './early-keys.ts';
import { isNumber, judgeKey, judgePause, KEY_GAP_MS, NO_BURST } from './scan/scanner.ts';
import { setupOf, strokeOf } from './scan/use-scanner.ts';

/** What keys that waited for a screen mean: a person's text, or a scan. */

/** A run of typed characters, an Enter, a scanned code, or a scan that was read in part. */
export type EarlyInput = { text: string } | { enter: KeyboardEvent } | { scan: string } | { noise: true };

type Take = (inputs: EarlyInput[]) => void;

/** So long after a key of a scan the next one has come, also on a busy PC: until then a scan is not cut in two. */
const SETTLED_MS = 300;

/**
 * Called by what the keys are for once it can take them.
 * @param take gets what was typed meanwhile, in order; never called if nothing was typed
 * @returns ends it, as the cleanup of an effect
 */
export const takeEarlyKeys = (target: EarlyTarget, take: Take): (() => void) => {
  const mine = caughtFor(target);
  if (!mine) return () => undefined;
  // Nothing was typed: the screen's own listeners take the rest.
  if (mine.keys.length === 0) {
    stopCatching();
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const give = (): void => {
    clearTimeout(timer);
    if (caughtFor(target) !== mine) return;
    stopCatching();
    take(inputsOf(mine.keys));
  };
  // Keys that came while the page was busy are heard first.
  const settle = (): void => {
    timer = setTimeout(give);
  };
  mine.onKey = (isLast = false) => {
    const [before, last] = mine.keys.slice(-2);
    const isBurst = !before || !last || last.timeStamp - before.timeStamp < KEY_GAP_MS;
    clearTimeout(timer);
    if (isBurst && !isLast && mine.keys.at(-1)?.key !== 'Enter') timer = setTimeout(settle, SETTLED_MS);
    else give();
  };
  mine.onKey();
  return () => {
    clearTimeout(timer);
    mine.onKey = undefined;
  };
};

/** Collects what a key begins that no field takes. */
export const collectFrom = (event: KeyboardEvent, target: EarlyTarget, take: Take): void => {
  event.preventDefault();
  catchKeysFor(target, event);
  takeEarlyKeys(target, take);
};

const inputsOf = (keys: readonly KeyboardEvent[]): EarlyInput[] => {
  const setup = setupOf();
  const inputs: EarlyInput[] = [];
  let burst = NO_BURST;
  let text = '';
  const endText = (): void => {
    if (text !== '') inputs.push({ text });
    text = '';
  };
  for (const event of keys) {
    const stroke = strokeOf(event);
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
      inputs.push({ enter: event });
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
