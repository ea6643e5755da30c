import { useQuery } from '@tanstack/react-query';
import { type PropsWithChildren, useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { callProgram, isDesktop } from '../../api/bridge.ts';
import { computerQuery } from '../../api/program-queries.ts';
import { useToast } from '../../kit/use-toast.ts';
import { useHasLogo } from '../paper-logo.tsx';
import { printPage } from './print-page.ts';
import classes from './print-sheet.module.css';

/** a4, a4 in landscape, or a roll: of 80 mm, or of the width set for this computer. */
export type Paper = 'a4' | 'a4-wide' | 'roll';
/** pdf: only on the desktop. */
export type PrintOutput = 'paper' | 'pdf';

interface PrintSheetProps extends PropsWithChildren {
  paper: Paper;
  output: PrintOutput;
  /** The PDF's name. */
  fileName: string;
  onDone(): void;
}

/** A sheet for printing only: invisible on the screen, and alone on the paper. */
export const PrintSheet = ({ paper, output, fileName, onDone, children }: PrintSheetProps) => {
  const put = usePut(output, fileName);
  const computer = useQuery(computerQuery);
  const rollWidth = computer.data?.receipt_width ?? ROLL_MM;
  const isLogoKnown = useHasLogo() !== undefined;
  const isReady = isLogoKnown && !(isDesktop && paper === 'roll' && computer.isPending);
  const sheet = usePrinting({ paper, rollWidth, isReady }, (height) => void put(height).finally(onDone));
  return createPortal(
    <div className={classes.sheet} data-print-sheet={paper} data-roll={rollWidth} ref={sheet}>
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
const pageRule = (paper: Paper, rollWidth: number, height: number | undefined): string => {
  if (paper === 'a4') return '@page { size: A4; margin: 16mm 14mm 18mm 20mm; }';
  if (paper === 'a4-wide') return '@page { size: A4 landscape; margin: 14mm; }';
  return `@page { size: ${rollWidth}mm ${height}mm; margin: 0; }`;
};

/** Millimetres of a roll's content; undefined: not a roll. */
const rollHeight = (paper: Paper, rollWidth: number, sheet: HTMLElement): number | undefined =>
  paper === 'roll' ? Math.max(Math.ceil(sheet.offsetHeight / PX_PER_MM) + 2, rollWidth) : undefined;

/** Prints the page or saves it as PDF, and shows a toast with the result. */
const usePut = (output: PrintOutput, name: string) => {
  const { t } = useTranslation();
  const toast = useToast();
  return async (receiptHeight: number | undefined): Promise<void> => {
    try {
      if (output === 'paper') return await printPage(receiptHeight);
      const { path } = await callProgram('page.pdf', { name });
      if (path !== null) toast.success(t('savedAs', { name: path }));
    } catch (error) {
      toast.error(error);
    }
  };
};

interface Printing {
  paper: Paper;
  /** Millimetres. */
  rollWidth: number;
  isReady: boolean;
}

/** @param put called once the sheet has been rendered, with the height of a roll */
const usePrinting = ({ paper, rollWidth, isReady }: Printing, put: (height: number | undefined) => void) => {
  const sheet = useRef<HTMLDivElement>(null);
  const onDrawn = useEffectEvent(put);
  useEffect(() => {
    const drawn = sheet.current;
    if (!isReady || !drawn) return;
    const page = new CSSStyleSheet();
    let isGone = false;
    // A picture has no size before it is decoded, and a roll is as long as its content.
    const pictures = [...drawn.querySelectorAll('img')].map((each) => each.decode());
    void Promise.allSettled(pictures).then(() => {
      if (isGone) return;
      const height = rollHeight(paper, rollWidth, drawn);
      page.replaceSync(pageRule(paper, rollWidth, height));
      document.adoptedStyleSheets.push(page);
      document.body.dataset.printing = paper;
      // After the new rule has been applied.
      requestAnimationFrame(() => isGone || onDrawn(height));
    });
    return () => {
      isGone = true;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
      delete document.body.dataset.printing;
    };
  }, [paper, rollWidth, isReady]);
  return sheet;
};
