import { type PropsWithChildren, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ask } from '../data/bridge.ts';
import { useToast } from '../ui/use-toast.ts';
import { printPage } from './print-page.ts';
import classes from './print-sheet.module.css';

/** a4, a4 in landscape, or a roll of 80 mm. */
export type Paper = 'a4' | 'a4-wide' | 'roll';
/** pdf: only on the desktop. */
export type PrintOutput = 'paper' | 'pdf';

interface PrintSheetProps extends PropsWithChildren {
  paper: Paper;
  output: PrintOutput;
  /** The PDF's name. */
  fileName: string;
  /** Whether the sheet's data is loaded. */
  isReady: boolean;
  onDone(): void;
}

/** A sheet for printing only: invisible on the screen, and alone on the paper. */
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
 * A roll is as long as its content, which no style sheet can express: the page is set to the sheet's height. An adopted
 * style sheet is not an inline style, so the page's policy allows it.
 */
const pageRule = (paper: Paper, sheet: HTMLElement): string => {
  if (paper === 'a4') return '@page { size: A4; margin: 16mm 14mm 18mm 20mm; }';
  if (paper === 'a4-wide') return '@page { size: A4 landscape; margin: 14mm; }';
  const height = Math.ceil(sheet.offsetHeight / PX_PER_MM) + 2;
  return `@page { size: ${ROLL_MM}mm ${Math.max(height, ROLL_MM)}mm; margin: 0; }`;
};

/** Prints the page or saves it as PDF, and shows a toast with the result. */
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

/** @param put called once the sheet has been rendered */
const usePrinting = (paper: Paper, isReady: boolean, put: () => void) => {
  const sheet = useRef<HTMLDivElement>(null);
  const onDrawn = useEffectEvent(put);
  useEffect(() => {
    if (!isReady || !sheet.current) return;
    const page = new CSSStyleSheet();
    page.replaceSync(pageRule(paper, sheet.current));
    document.adoptedStyleSheets.push(page);
    document.body.dataset.printing = paper;
    // After the new rule has been applied.
    const frame = requestAnimationFrame(() => onDrawn());
    return () => {
      cancelAnimationFrame(frame);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
      delete document.body.dataset.printing;
    };
  }, [paper, isReady]);
  return sheet;
};
