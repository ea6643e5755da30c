import { IconArrowBackUp, IconCheck, IconClock, IconHourglass, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InvoiceOutcome } from '../../shared/api/invoice-lists.ts';
import type { InvoiceStatus } from '../../shared/api/statuses.ts';
import classes from './status-badge.module.css';
import type { Tone } from './theme.ts';

/** Word, colour and icon, so that the status is readable without colours. */
const STATUS_LOOKS: Record<InvoiceStatus, { tone: Tone; icon: typeof IconCheck }> = {
  created: { tone: 'waiting', icon: IconClock },
  processing: { tone: 'working', icon: IconHourglass },
  success: { tone: 'paid', icon: IconCheck },
  failure: { tone: 'failed', icon: IconX },
  reversed: { tone: 'returned', icon: IconArrowBackUp },
  expired: { tone: 'over', icon: IconMinus },
};

interface StatusBadgeProps {
  status: InvoiceStatus;
  /** Tells cancelled and overdue apart, which are one status; undefined or null: not known. */
  ending?: InvoiceOutcome['ending'] | undefined;
}

/** Short, so that it is never cut; its title is the status in full. */
export const StatusBadge = ({ status, ending }: StatusBadgeProps) => {
  const { t } = useTranslation();
  const { tone, icon: Icon } = STATUS_LOOKS[status];
  const full = t(`status.${status}`);
  const short = status === 'failure' || status === 'expired' ? t(`badge.${ending ?? status}`) : full;
  return (
    <span className={classes.badge} data-tone={tone} data-status={status} title={full}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {short}
    </span>
  );
};
