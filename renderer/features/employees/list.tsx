import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Employee } from '../../../shared/api/employees.ts';
import type { Page } from '../../../shared/api/pages.ts';
import { isDesktop } from '../../data/bridge.ts';
import { employeesQuery } from '../../data/employees.ts';
import { failureOf } from '../../data/failure.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/query-view.tsx';
import { usePreferences } from '../../ui/use-preferences.ts';
import classes from './list.module.css';
import { EmployeeTable } from './table.tsx';
import { useEmployeesSearch, useOpen } from './use-search.ts';

export const EmployeeList = () => {
  const { search, setSearch } = useEmployeesSearch();
  const { pageSize } = usePreferences();
  const { page = 1, ordering } = search;
  const list = useQuery(employeesQuery({ search: search.search, ordering, page, page_size: pageSize }));
  const { data, error } = list;
  const failure = error ? failureOf(error) : undefined;
  const isPast = page > 1 && failure?.kind === 'missing';
  // The list grew shorter, or the address is old.
  useEffect(() => {
    if (isPast) setSearch({ ...search, page: undefined }, { replace: true });
  });
  // What was read before goes on being shown; the banner of the shell says why it is not newer.
  if (data && (!failure || failure.kind === 'unreachable'))
    return <Found page={data} isOld={list.isPlaceholderData} pageNumber={page} pageSize={pageSize} />;
  if (failure && failure.kind !== 'session' && !isPast)
    return (
      <div className="card">
        <FailedState failure={failure} onRetry={() => void list.refetch()} />
      </div>
    );
  return <LoadingState rows={6} height={34} />;
};

interface FoundProps {
  page: Page<Employee>;
  isOld: boolean;
  pageNumber: number;
  pageSize: number;
}

const Found = ({ page, isOld, pageNumber, pageSize }: FoundProps) => {
  const { search, setSearch } = useEmployeesSearch();
  if (page.count === 0) return search.search === undefined ? <Nobody /> : <NobodyFound />;
  return (
    <div className={`card ${classes.card}`}>
      <EmployeeTable employees={page.results} isOld={isOld} />
      {page.count > pageSize || pageNumber > 1 ? (
        <Pager
          count={page.count}
          page={pageNumber}
          pageSize={pageSize}
          onPage={(to) => setSearch({ ...search, page: to === 1 ? undefined : to })}
        />
      ) : null}
    </div>
  );
};

const icon = <IconUsers size={40} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />;

const Nobody = () => {
  const { t } = useTranslation('employees');
  const open = useOpen();
  const action = isDesktop ? (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => open('new')}>
      {t('add')}
    </Button>
  ) : null;
  return (
    <div className="card">
      <EmptyState icon={icon} title={t('empty.title')} action={action}>
        {t('empty.text')}
      </EmptyState>
    </div>
  );
};

const NobodyFound = () => {
  const { t } = useTranslation('employees');
  const { search, setSearch } = useEmployeesSearch();
  return (
    <div className="card">
      <EmptyState
        icon={icon}
        title={t('nothing.title')}
        action={
          <Button variant="default" onClick={() => setSearch({ ...search, search: undefined })}>
            {t('nothing.action')}
          </Button>
        }
      >
        {t('nothing.text')}
      </EmptyState>
    </div>
  );
};
