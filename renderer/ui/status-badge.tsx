import { IconArrowBackUp, IconCheck, IconClock, IconHourglass, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
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

export const StatusBadge = ({ status }: { status: InvoiceStatus }) => {
  const { t } = useTranslation();
  const { tone, icon: Icon } = STATUS_LOOKS[status];
  return (
    <span className={classes.badge} data-tone={tone} data-status={status}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {t(`status.${status}`)}
    </span>
  );
};
