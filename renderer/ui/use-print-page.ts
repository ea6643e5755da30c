import { printPage } from '../api/paper.ts';
import { useTell } from './use-tell.ts';

/** Prints what the print styles leave; tells where the program could not. */
export const usePrintPage = (): (() => void) => {
  const tell = useTell();
  return () => void printPage().catch(tell.failed);
};
