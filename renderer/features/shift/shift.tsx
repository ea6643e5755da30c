import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shiftQuery } from '../../api/queries.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { NoPermission } from '../../kit/no-permission.tsx';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { RecordPanel } from '../../kit/record-panel.tsx';
import { useListSearch } from '../../kit/use-list.ts';
import { useAccount } from '../../shop/session/account.ts';
import { hasPermission } from '../../shop/session/permissions.ts';
import { CashSales } from './cash-sales.tsx';
import { CurrentShift } from './current-shift.tsx';
import { History } from './history.tsx';
import { shiftSearch } from './search.ts';
import { ShiftFacts, ShiftPrint } from './shift-facts.tsx';

/** The open shift for who sells, and all shifts for who sees the reports. */
export const ShiftScreen = () => {
  const { t } = useTranslation('shift');
  const account = useAccount();
  const { search } = useListSearch(shiftSearch);
  const canSell = hasPermission(account, 'can_create_invoices');
  const seesHistory = hasPermission(account, 'reports');
  if (!canSell && !seesHistory) return <NoPermission />;
  const open = seesHistory ? search.open : undefined;
  return (
    <ListPage
      title={t('title')}
      open={open}
      side={open === undefined ? null : <ShiftDetails key={open} id={open} />}
    >
      {canSell ? <CurrentShift /> : null}
      {seesHistory ? <History /> : null}
    </ListPage>
  );
};

const ShiftDetails = ({ id }: { id: number }) => {
  const { t } = useTranslation('shift');
  const query = useQuery(shiftQuery(id));
  const title = t('sheet.title', { number: id });
  return (
    <RecordPanel open={id} label={title} title={title} closeLabel={t('details.close')}>
      <QueryView
        query={query}
        rows={8}
        missing={<EmptyState title={t('details.missing')}>{t('details.missingText')}</EmptyState>}
      >
        {(shift) => (
          <>
            <Group>
              <ShiftPrint shift={shift} />
            </Group>
            <ShiftFacts shift={shift} />
            <CashSales shift={shift.id} />
          </>
        )}
      </QueryView>
    </RecordPanel>
  );
};
