import type { FocusEvent } from 'react';

/**
 * Mantine puts the focus on what is marked with data-autofocus, or the first field, by timers, which a busy computer runs
 * after the first keys: what was typed then went on in another field. Marked is what has the focus.
 */
export const markFocused = ({ currentTarget, target }: FocusEvent<HTMLElement>): void => {
  // React hands on what happens in a dialog above, too.
  if (!currentTarget.contains(target)) return;
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]'))
    marked.removeAttribute('data-autofocus');
  target.setAttribute('data-autofocus', 'true');
};

/** A menu or a popover has the focus when it is there: until the timers ran, its keys went to the button that opened it. */
export const takeFocus = (opened: HTMLElement | null): void =>
  opened?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
