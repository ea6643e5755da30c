import { Button, Menu } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../api/bridge.ts';
import { useScreenKeys } from '../session/hotkeys.ts';
import { type Paper, type PrintOutput, PrintSheet } from './print-sheet.tsx';

interface PrintProps {
  /** The papers, the usual first. */
  papers: readonly [Paper, ...Paper[]];
  /** The PDF's name without extension. */
  fileName: string;
  /** Whether the sheet's data is loaded. */
  isReady: boolean;
  sheet(paper: Paper): ReactNode;
}

interface Job {
  paper: Paper;
  output: PrintOutput;
}

/** Ctrl P prints the sheet, not the screen. */
export const Print = ({ papers, fileName, isReady, sheet }: PrintProps) => {
  const [job, setJob] = useState<Job>();
  const start = (next: Job): void => setJob((under) => under ?? next);
  useScreenKeys(
    isReady ? [['mod+P', () => start({ paper: papers[0], output: 'paper' }), { usePhysicalKeys: true }]] : [],
  );
  const outputs: PrintOutput[] = isDesktop ? ['paper', 'pdf'] : ['paper'];
  const jobs = outputs.flatMap((output) => papers.map((paper): Job => ({ paper, output })));
  return (
    <>
      <PrintButton jobs={jobs} isReady={isReady} onChoose={start} />
      {job ? (
        <PrintSheet {...job} fileName={`${fileName}.pdf`} isReady onDone={() => setJob(undefined)}>
          {sheet(job.paper)}
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
