import { ask, isDesktop } from './bridge.ts';

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
