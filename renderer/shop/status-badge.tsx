import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHourglass,
  IconLock,
  IconMinus,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InvoiceOutcome } from '../../shared/api/invoice-lists.ts';
import type { InvoiceStatus } from '../../shared/api/statuses.ts';
import type { Tone } from '../kit/theme.ts';
import { useDates } from './use-dates.ts';

/** Word, colour and icon, so that the status is readable without colours. */
const STATUS_LOOKS: Record<InvoiceStatus, { tone: Tone; icon: typeof IconCheck }> = {
  created: { tone: 'waiting', icon: IconClock },
  processing: { tone: 'working', icon: IconHourglass },
  success: { tone: 'paid', icon: IconCheck },
  failure: { tone: 'failed', icon: IconX },
  reversed: { tone: 'returned', icon: IconArrowBackUp },
  expired: { tone: 'over', icon: IconMinus },
};

/** The bank keeps the money for the shop until it is captured or released. */
const HELD = { tone: 'working', icon: IconLock } as const;

interface StatusBadgeProps {
  status: InvoiceStatus;
  /** Tells apart what is one status: cancelled and overdue, at work and held; undefined: not known. */
  outcome?: Pick<InvoiceOutcome, 'ending' | 'is_held' | 'payable_until'> | undefined;
}

/** The status in full: `Declined · QR valid until 15:12`. */
export const useStatusText = (): ((
  status: InvoiceStatus,
  outcome?: StatusBadgeProps['outcome'],
) => string) => {
  const { t } = useTranslation();
  const dates = useDates();
  return (status, outcome) => {
    if (status === 'processing' && outcome?.is_held) return t('badge.held');
    const until = outcome?.payable_until;
    // One that is paid no more becomes `expired` by itself.
    return until ? t('badge.payableUntil', { time: dates.short(Date.parse(until)) }) : t(`status.${status}`);
  };
};

/** Short, so that it is never cut; its title is the status in full. */
export const StatusBadge = ({ status, outcome }: StatusBadgeProps) => {
  const { t } = useTranslation();
  const isHeld = status === 'processing' && outcome?.is_held === true;
  const { tone, icon: Icon } = isHeld ? HELD : STATUS_LOOKS[status];
  const full = useStatusText()(status, outcome);
  const short = status === 'failure' || status === 'expired' ? t(`badge.${outcome?.ending ?? status}`) : full;
  return (
    <span className="pill tinted" data-tone={tone} data-status={status} title={full}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {short}
    </span>
  );
};
