import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currencyCode } from '../../../shared/money.ts';
import { saveFile } from '../../api/download.ts';
import { Act } from '../../kit/act.tsx';
import { useToast } from '../../kit/use-toast.ts';
import { dayOf } from '../../lib/zone.ts';
import { useDates } from '../../shop/use-dates.ts';
import { csvOf } from './csv.ts';
import { useDifferenceText } from './use-difference-text.ts';
import { isOpen, type Line, type View } from './view.ts';

interface CsvButtonProps {
  lines: readonly Line[];
  view: View;
}

/** Exports the shown differences, to clear them up with the bank or the till. */
export const CsvButton = ({ lines, view }: CsvButtonProps) => {
  const { t } = useTranslation('reconciliation');
  const { t: common } = useTranslation();
  const dates = useDates();
  const toast = useToast();
  const differenceText = useDifferenceText();
  const open = lines.filter(isOpen);

  const cells = ({ row: { reference, terminal, invoice_id, here, bank, till, ...row } }: Line) => {
    const at = bank?.at ?? here?.at;
    return [
      reference,
      at === undefined ? null : dates.exact(Date.parse(at)),
      view.answer.terminals.find((each) => each.terminal === terminal)?.name ?? null,
      invoice_id,
      here?.number_display ?? null,
      here ? common(`status.${here.status}`) : null,
      ...[here?.amount, here?.refunded, bank?.amount, bank?.refunded, till?.amount].map(
        (minor) => minor ?? null,
      ),
      // Two, where the books disagree about it.
      [...new Set([here, bank, till].flatMap((side) => (side ? [currencyCode(side.ccy)] : [])))].join(' / '),
      differenceText({ reference, terminal, invoice_id, here, bank, till, ...row }),
    ];
  };
  const save = async (): Promise<void> => {
    const head = COLUMNS.map((name) => t(`csv.${name}`));
    const day = (moment: string): string => dayOf(Date.parse(moment), dates.timeZone);
    const name = `kramar-reconciliation-${day(view.answer.from)}-${day(view.answer.to)}.csv`;
    const file = new Blob([csvOf([head, ...open.map(cells)])], { type: 'text/csv; charset=utf-8' });
    try {
      toast.success(common('savedAs', { name: await saveFile(file, name) }));
    } catch (error) {
      // Choosing no folder is no failure.
      if ((error as Error).name !== 'AbortError') toast.error(error);
    }
  };
  if (open.length === 0) return null;
  return <Act icon={IconDownload} onClick={() => void save()} text={t('csv.button')} />;
};

const COLUMNS = [
  'reference',
  'at',
  'terminal',
  'bankId',
  'number',
  'status',
  'here',
  'hereRefunded',
  'bank',
  'bankRefunded',
  'till',
  'currency',
  'difference',
] as const;
