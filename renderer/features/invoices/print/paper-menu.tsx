import { Menu } from '@mantine/core';
import { IconFileTypePdf, IconPrinter, IconReceipt } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type PropsWithChildren, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paper, PaperSize } from '../../../../shared/api/papers.ts';
import { isDesktop } from '../../../api/bridge.ts';
import { read } from '../../../api/client.ts';
import { Act } from '../../../kit/act.tsx';
import { useToast } from '../../../kit/use-toast.ts';
import { PaperView } from '../../../shop/paper-view.tsx';
import { type PrintOutput, PrintSheet } from '../../../shop/tasks/print-sheet.tsx';

/** A paper of a sale, and what its lines in the menu say. */
interface MenuPaper {
  size: PaperSize;
  print: string;
  pdf: string;
}

interface PaperMenuProps extends PropsWithChildren {
  /** Of which sale. */
  path: 'invoices/{id}/paper/' | 'cash-sales/{id}/paper/';
  id: number;
  papers: readonly MenuPaper[];
  fileName(size: PaperSize): string;
  isBusy?: boolean;
  /** What prints a receipt in place of the system's printer. */
  receiptPrinter?: (() => void) | undefined;
}

interface Printed extends Paper {
  size: PaperSize;
  output: PrintOutput;
}

/** The papers of a sale as the service makes them, below `children`: each is printed, and in the window saved as a PDF. */
export const PaperMenu = (props: PaperMenuProps) => {
  const { path, id, papers, fileName, isBusy = false, receiptPrinter, children } = props;
  const { t } = useTranslation('invoices');
  const queries = useQueryClient();
  const toast = useToast();
  const [printed, setPrinted] = useState<Printed>();
  const print = async (size: PaperSize, output: PrintOutput): Promise<void> => {
    if (receiptPrinter && size === 'roll' && output === 'paper') return receiptPrinter();
    try {
      const paper = await queries.fetchQuery({ ...read(path, { id, size }), staleTime: 0 });
      setPrinted({ ...paper, size, output });
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Act
            size="sm"
            px={10}
            loading={isBusy}
            leftSection={<IconReceipt size={16} aria-hidden />}
            text={t('actions.receipt')}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          {papers.flatMap(({ size, ...texts }) => [
            <Menu.Item
              key={size}
              leftSection={<IconPrinter size={16} aria-hidden />}
              onClick={() => void print(size, 'paper')}
            >
              {texts.print}
            </Menu.Item>,
            isDesktop ? (
              <Menu.Item
                key={`${size}-pdf`}
                leftSection={<IconFileTypePdf size={16} aria-hidden />}
                onClick={() => void print(size, 'pdf')}
              >
                {texts.pdf}
              </Menu.Item>
            ) : null,
          ])}
        </Menu.Dropdown>
      </Menu>
      {printed ? (
        <PrintSheet
          paper={printed.size}
          output={printed.output}
          fileName={fileName(printed.size)}
          onDone={() => setPrinted(undefined)}
        >
          <PaperView {...printed} />
        </PrintSheet>
      ) : null}
    </>
  );
};
