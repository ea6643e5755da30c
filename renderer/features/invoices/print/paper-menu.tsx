import { Menu } from '@mantine/core';
import { IconFileTypePdf, IconPrinter, IconReceipt } from '@tabler/icons-react';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../../api/bridge.ts';
import { Act } from '../../../kit/act.tsx';
import type { PrintOutput } from '../../../shop/tasks/print-sheet.tsx';

export type PrintKind = 'receipt' | 'invoice';

/** A paper of a sale, and what its lines in the menu say. */
interface MenuPaper {
  kind: PrintKind;
  print: string;
  pdf: string;
}

interface PaperMenuProps extends PropsWithChildren {
  papers: readonly MenuPaper[];
  isBusy?: boolean;
  onPrint(printed: { kind: PrintKind; output: PrintOutput }): void;
}

/** The papers of a sale, below `children`: each is printed, and in the window saved as a PDF. */
export const PaperMenu = ({ papers, isBusy = false, onPrint, children }: PaperMenuProps) => {
  const { t } = useTranslation('invoices');
  return (
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
        {papers.flatMap(({ kind, print, pdf }) => [
          <Menu.Item
            key={kind}
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => onPrint({ kind, output: 'paper' })}
          >
            {print}
          </Menu.Item>,
          isDesktop ? (
            <Menu.Item
              key={`${kind}-pdf`}
              leftSection={<IconFileTypePdf size={16} aria-hidden />}
              onClick={() => onPrint({ kind, output: 'pdf' })}
            >
              {pdf}
            </Menu.Item>
          ) : null,
        ])}
      </Menu.Dropdown>
    </Menu>
  );
};
