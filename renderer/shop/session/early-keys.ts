import { isLocked } from './hotkeys.ts';

/**
 * Keys that are typed between a shortcut and the first paint of what it opens. They are kept in order and given to that
 * screen (early-inputs.ts), which on a slow computer takes a second to come. Loaded with the frame, so it only collects.
 */

/** What can be opened by a shortcut and then takes keys; the field of the search is always there. */
export type EarlyTarget = 'charge' | 'catalog';

/** Without another key for so long the screen is not awaited any longer, ms: a PC that is busy takes ten seconds to open one. */
const AWAITED_MS = 30_000;

interface Caught {
  target: EarlyTarget;
  keys: KeyboardEvent[];
  /** Hears of each key, once the screen is there. @param isLast the next one is not for it */
  onKey: ((isLast?: boolean) => void) | undefined;
  /** A key for a dialog or pane was pressed before the screen could open it: the keys after it are dropped. */
  isOver: boolean;
}

let caught: Caught | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export const stopCatching = (): void => {
  clearTimeout(timer);
  caught = undefined;
};

/** Opens something on the screen that takes keys itself: an Enter after it sells no other way than was meant. */
const isForMore = ({ key, shiftKey }: KeyboardEvent): boolean =>
  /^F([4-9]|10)$/.test(key) || (key === 'Enter' && shiftKey);

const onKeyDown = (event: KeyboardEvent): void => {
  if (!caught) return;
  // Another shortcut opens another screen, and Escape opens none.
  if (isLocked() || event.altKey || event.metaKey || event.key === 'Escape') {
    stopCatching();
    return;
  }
  if (isForMore(event)) {
    caught.isOver = !caught.onKey;
    caught.onKey?.(true);
    return;
  }
  const isTyped = [...event.key].length === 1 || event.key === 'Enter' || event.key === 'Backspace';
  if (!isTyped || (event.ctrlKey && event.key !== 'Enter')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (caught.isOver) return;
  caught.keys.push(event);
  caught.onKey?.();
};
// Before every listener of a screen, which must not see these keys.
addEventListener('keydown', onKeyDown, { capture: true });
// A click goes on elsewhere.
addEventListener('pointerdown', () => caught && !caught.onKey && stopCatching(), { capture: true });

/** From now on typed keys wait for this target. @param first a key that was pressed already */
export const catchKeysFor = (target: EarlyTarget, first?: KeyboardEvent): void => {
  stopCatching();
  caught = { target, keys: first ? [first] : [], onKey: undefined, isOver: false };
  timer = setTimeout(stopCatching, AWAITED_MS);
};

/** What waits for this target. */
export const caughtFor = (target: EarlyTarget): Caught | undefined =>
  caught?.target === target ? caught : undefined;
