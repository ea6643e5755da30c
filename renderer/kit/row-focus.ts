import type { KeyboardEvent } from 'react';

type Step = (rows: readonly HTMLElement[], at: number) => HTMLElement | undefined;
const STEPS: Record<string, Step> = {
  ArrowDown: (rows, at) => rows[at + 1],
  ArrowUp: (rows, at) => rows[at - 1],
  Home: (rows) => rows[0],
  End: (rows) => rows.at(-1),
};

/** A list is one Tab stop; the arrows move between elements with `data-row`. */
export const moveRowFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const body = event.currentTarget.closest('tbody');
  const rows = [...(body?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  step(rows, rows.indexOf(event.currentTarget))?.focus();
};
