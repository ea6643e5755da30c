import { type PropsWithChildren, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ask } from '../data/bridge.ts';
import { useToast } from '../ui/use-toast.ts';
import { printPage } from './print-page.ts';
import classes from './print-sheet.module.css';

/** a4, a4 lying on its side, or a roll of 80 mm. */
export type Paper = 'a4' | 'a4-wide' | 'roll';
/** pdf: on the desktop alone, where the program can write one. */
export type PrintOutput = 'paper' | 'pdf';

interface PrintSheetProps extends PropsWithChildren {
  paper: Paper;
  output: PrintOutput;
  /** Of the PDF. */
  fileName: string;
  /** Whether all that is to be on it is there. */
  isReady: boolean;
  onDone(): void;
}

/** A sheet for the printer alone: nobody sees it on the screen, and nothing else is on the paper. */
export const PrintSheet = ({ paper, output, fileName, isReady, onDone, children }: PrintSheetProps) => {
  const put = usePut(output, fileName);
  const sheet = usePrinting(paper, isReady, () => void put().finally(onDone));
  return createPortal(
    <div className={classes.sheet} data-print-sheet={paper} ref={sheet}>
      {children}
    </div>,
    document.body,
  );
};

const PX_PER_MM = 96 / 25.4;
const ROLL_MM = 80;

/**
 * A roll is as long as what is on it, which no style sheet can say: the page is set to the height of the sheet.
 * A sheet that is adopted is no inline style, so the page's policy lets it through.
 */
const pageRule = (paper: Paper, sheet: HTMLElement): string => {
  if (paper === 'a4') return '@page { size: A4; margin: 16mm 14mm 18mm 20mm; }';
  if (paper === 'a4-wide') return '@page { size: A4 landscape; margin: 14mm; }';
  const height = Math.ceil(sheet.offsetHeight / PX_PER_MM) + 2;
  return `@page { size: ${ROLL_MM}mm ${Math.max(height, ROLL_MM)}mm; margin: 0; }`;
};

/** Puts what the print styles leave on paper or into a file, and tells what came of it where the program does. */
const usePut = (output: PrintOutput, name: string) => {
  const { t } = useTranslation();
  const toast = useToast();
  return async (): Promise<void> => {
    try {
      if (output === 'paper') return await printPage();
      const { path } = await ask('page.pdf', { name });
      if (path !== null) toast.success(t('savedAs', { name: path }));
    } catch (error) {
      toast.error(error);
    }
  };
};

/** @param put once the sheet stands and has been drawn */
const usePrinting = (paper: Paper, isReady: boolean, put: () => void) => {
  const sheet = useRef<HTMLDivElement>(null);
  const onDrawn = useEffectEvent(put);
  useEffect(() => {
    if (!isReady || !sheet.current) return;
    const page = new CSSStyleSheet();
    page.replaceSync(pageRule(paper, sheet.current));
    document.adoptedStyleSheets.push(page);
    document.body.dataset.printing = paper;
    // Once what was just put there has been drawn.
    const frame = requestAnimationFrame(() => onDrawn());
    return () => {
      cancelAnimationFrame(frame);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
      delete document.body.dataset.printing;
    };
  }, [paper, isReady]);
  return sheet;
};
