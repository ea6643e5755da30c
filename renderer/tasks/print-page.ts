import { ask, isDesktop } from '../data/bridge.ts';
import { useToast } from '../ui/use-toast.ts';

/** Prints what the print styles leave; comes back once the dialog is done with it. @throws ApiError */
export const printPage = async (): Promise<void> => {
  if (isDesktop) {
    await ask('page.print', {});
    return;
  }
  await new Promise<void>((resolve) => {
    addEventListener('afterprint', () => resolve(), { once: true });
    // A browser's dialog may hold the page for as long as it is open, and has told of its end by then.
    print();
  });
};

/** Prints what the print styles leave; tells where the program could not. */
export const usePrintPage = (): (() => void) => {
  const toast = useToast();
  return () => void printPage().catch(toast.error);
};
