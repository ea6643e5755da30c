import type { LoadStep } from '../store/bulk-load.ts';

/** Lines about the making of a demo, for whoever waits for it: at most one every five seconds. */

const EVERY_MS = 5000;

export type MakingStep = LoadStep | { name: 'invoices'; done: number };

const count = (value: number): string => value.toLocaleString('en-US');

const lineOf = (step: MakingStep): string => {
  switch (step.name) {
    case 'invoices':
      return `${count(step.done)} invoices are written.`;
    case 'indexes':
      return `The indexes are made: ${step.done} of ${step.of}.`;
    case 'sums':
      return 'The sums are added up.';
    case 'search':
      return `The search index is made: up to invoice ${count(step.upTo)}.`;
  }
};

/** @param print prints a line @param now milliseconds of a clock that only goes forward */
export const createProgress = (print: (line: string) => void, now = () => performance.now()) => {
  let lastAt = now();
  return (step: MakingStep): void => {
    if (now() - lastAt < EVERY_MS) return;
    lastAt = now();
    print(`  ${lineOf(step)}`);
  };
};
