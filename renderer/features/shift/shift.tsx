import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/client.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { NoPermission } from '../../kit/no-screen.tsx';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { RecordPanel } from '../../kit/record-panel.tsx';
import { useListSearch } from '../../kit/use-list.ts';
import { useAccount } from '../../shop/session/account.ts';
import { hasPermission } from '../../shop/session/permissions.ts';
import { CashMoves } from './cash-moves.tsx';
import { CashSales } from './cash-sales.tsx';
import { CloseShift } from './close-shift.tsx';
import { CurrentShift } from './current-shift.tsx';
import { shiftSearch } from './search.ts';
import { ShiftFacts, ShiftPrint } from './shift-facts.tsx';

/** The open shift and its closing; beside it one that is over, which the table of days opens. */
export const ShiftScreen = () => {
  const { t } = useTranslation('shift');
  const account = useAccount();
  const { search } = useListSearch(shiftSearch);
  const canSell = hasPermission(account, 'can_create_invoices');
  const seesHistory = hasPermission(account, 'reports');
  if (!canSell && !seesHistory) return <NoPermission />;
  if (canSell && search.close) return <CloseShift />;
  const open = seesHistory ? search.open : undefined;
  return (
    <ListPage
      title={t('title')}
      open={open}
      side={open === undefined ? null : <ShiftDetails key={open} id={open} />}
    >
      {canSell ? <CurrentShift /> : null}
    </ListPage>
  );
};

const ShiftDetails = ({ id }: { id: number }) => {
  const { t } = useTranslation('shift');
  const query = useQuery(read('shifts/{id}/', { id }));
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
            <CashMoves shift={shift.id} />
          </>
        )}
      </QueryView>
    </RecordPanel>
  );
};
