import { Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DayClosure } from '../../../../shared/api/closures.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { sessionStore } from '../../../api/session.ts';
import { Act } from '../../../kit/act.tsx';
import { Callout } from '../../../kit/callout.tsx';
import { Print } from '../../../shop/tasks/print-menu.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { useDayParts } from '../day/use-day-parts.ts';
import { ClosingFigures } from './figures.tsx';
import type { DayToClose } from './use-day.ts';

/** The tick of a closed day, with its paper. */
export const ClosedDayView = ({ data, closure }: { data: DayToClose; closure: DayClosure }) => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  const partsOf = useDayParts();
  const { day, cash, fiscal, state } = data;
  const cashOff = closure.differences.find(({ kind }) => kind === 'cash')?.amount ?? 0;
  return (
    <Stack gap="sm">
      <ClosingFigures sums={closure.sums} />
      <Callout
        tone="paid"
        role="status"
        icon={<IconCircleCheck aria-hidden />}
        title={t('day.closedAt', {
          at: dates.short(Date.parse(closure.closed_at)),
          by: closure.closed_by ?? 'Kramar',
        })}
      >
        {[
          cashOff === 0
            ? undefined
            : t(cashOff < 0 ? 'cash.missing' : 'cash.over', { sum: formatAmount(Math.abs(cashOff)) }),
          closure.cash_left === null ? undefined : t('day.left', { sum: formatAmount(closure.cash_left) }),
          closure.remark,
        ]
          .filter(Boolean)
          .join('. ')}
      </Callout>
      <Group>
        <Print
          papers={['roll', 'a4']}
          fileName={`kramar-day-${day.date}`}
          isReady
          partsOf={(size) => partsOf({ day, cash, fiscal, closure: state.closure ?? undefined }, size)}
        />
        <Act icon={IconLock} onClick={() => sessionStore.end('locked')} text={t('day.lock')} />
        <Text size="sm">
          <Link to="/reports/day" search={{ date: day.date }}>
            {t('day.details')}
          </Link>
        </Text>
      </Group>
    </Stack>
  );
};
