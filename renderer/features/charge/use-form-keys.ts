import { useRef } from 'react';
import { collectFrom, type EarlyInput } from '../../shop/session/early-inputs.ts';
import { isDialogOpen, useKeyDown, useScreenKeys } from '../../shop/session/hotkeys.ts';

interface FormKeys {
  /** F2: the other half of the screen. */
  onSwitch(): void;
  /** F3: the search; pressed there, the focus goes back to where it was. */
  onSearch(): void;
  /** Ctrl Enter. */
  onQr(): void;
  /** F9. */
  onCash(): void;
  /** F10. */
  onParts(): void;
  /** What is typed while nothing has the focus. */
  onTyped(inputs: EarlyInput[]): void;
  /** Escape: one step back; never empties a cart. */
  onBack(): void;
  /** Enter, where nothing has the focus; undefined: it does nothing. */
  onEnter: (() => void) | undefined;
}

/** Nothing has the focus: a click beside everything leaves it with the frame of the screen. */
const isNowhere = (target: EventTarget | null): boolean =>
  target === document.body || target === document.getElementById('content');

/** Shortcuts of the counter, which also work when nothing has the focus. */
export const useFormKeys = (keys: FormKeys): void => {
  const before = useRef<HTMLElement>(null);
  const unlessDialog = (act: () => void) => (): void => {
    if (!isDialogOpen()) act();
  };
  useScreenKeys([
    ['F2', unlessDialog(keys.onSwitch)],
    [
      'F3',
      unlessDialog(() => {
        const { activeElement } = document;
        if (!(activeElement instanceof HTMLElement)) return;
        if (activeElement.dataset.listSearch === undefined) {
          before.current = activeElement;
          keys.onSearch();
          return;
        }
        activeElement.blur();
        before.current?.focus();
      }),
    ],
    ['mod+Enter', unlessDialog(keys.onQr)],
    ...(['F9', 'shift+Enter'] as const).map(
      (key) => [key, unlessDialog(keys.onCash)] as [string, () => void],
    ),
    ['F10', unlessDialog(keys.onParts)],
    ['Escape', keys.onBack],
  ]);
  useKeyDown((event) => {
    // An open dialog has its own target.
    if (!isNowhere(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (isDialogOpen() || event.defaultPrevented) return;
    if (event.key === 'Enter' && !event.shiftKey) keys.onEnter?.();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      [...document.querySelectorAll<HTMLElement>('[data-quantity]')].at(-1)?.focus();
    else if (/^[\p{L}\p{N}.,]$/u.test(event.key)) {
      collectFrom(event, 'charge', keys.onTyped);
    }
  });
};
