import { Button, Menu } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../api/bridge.ts';
import { PaperView, type SheetPart } from '../paper-view.tsx';
import { useScreenKeys } from '../session/hotkeys.ts';
import { type Paper, type PrintOutput, PrintSheet } from './print-sheet.tsx';

interface PrintProps {
  /** The papers, the usual first. */
  papers: readonly [Paper, ...Paper[]];
  /** The PDF's name without extension. */
  fileName: string;
  /** Whether the sheet's data is loaded. */
  isReady: boolean;
  partsOf(size: 'a4' | 'roll'): readonly SheetPart[];
  /** Once true, the usual paper is printed without a press. */
  isStarted?: boolean;
  /** A long table in small letters. */
  isDense?: boolean;
}

interface Job {
  paper: Paper;
  output: PrintOutput;
}

const sizeOf = ({ paper }: Job): 'a4' | 'roll' => (paper === 'roll' ? 'roll' : 'a4');

/** Ctrl P prints the sheet, not the screen. */
export const Print = (props: PrintProps) => {
  const { papers, fileName, isReady, partsOf, isStarted = false, isDense = false } = props;
  const [job, setJob] = useState<Job>();
  const start = (next: Job): void => setJob((under) => under ?? next);
  const startUsual = (): void => start({ paper: papers[0], output: 'paper' });
  useScreenKeys(isReady ? [['mod+P', startUsual, { usePhysicalKeys: true }]] : []);
  const onStarted = useEffectEvent(startUsual);
  useEffect(() => {
    if (isStarted) onStarted();
  }, [isStarted]);
  const outputs: PrintOutput[] = isDesktop ? ['paper', 'pdf'] : ['paper'];
  const jobs = outputs.flatMap((output) => papers.map((paper): Job => ({ paper, output })));
  return (
    <>
      <PrintButton jobs={jobs} isReady={isReady} onChoose={start} />
      {job ? (
        <PrintSheet {...job} fileName={`${fileName}.pdf`} onDone={() => setJob(undefined)}>
          <PaperView size={sizeOf(job)} parts={partsOf(sizeOf(job))} isDense={isDense} />
        </PrintSheet>
      ) : null}
    </>
  );
};

interface PrintButtonProps {
  jobs: readonly Job[];
  isReady: boolean;
  onChoose(job: Job): void;
}

const ICONS = { paper: IconPrinter, pdf: IconFileTypePdf };

const PrintButton = ({ jobs, isReady, onChoose }: PrintButtonProps) => {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const [only] = jobs;
  const shared = {
    variant: 'default',
    disabled: !isReady,
    title: 'Ctrl P',
    leftSection: <IconPrinter size={18} aria-hidden />,
  };
  if (jobs.length === 1 && only)
    return (
      <Button {...shared} onClick={() => onChoose(only)}>
        {common('print')}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...shared}>{common('print')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {jobs.map((job) => {
          const Icon = ICONS[job.output];
          return (
            <Menu.Item
              key={`${job.output} ${job.paper}`}
              leftSection={<Icon size={18} aria-hidden />}
              onClick={() => onChoose(job)}
            >
              {t(`print.${job.output}-${job.paper}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
};
