import type { KeyboardEvent } from 'react';

/** The arrows go from price to price, as they go from row to row (ui/row-focus.ts). */
export const movePriceFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const prices = [
    ...(event.currentTarget.closest('tbody')?.querySelectorAll<HTMLElement>('[data-price]') ?? []),
  ];
  prices[prices.indexOf(event.currentTarget) + step]?.focus();
};
