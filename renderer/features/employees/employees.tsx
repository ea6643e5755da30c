import { Button, Stack } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../data/bridge.ts';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { BrowserHelp } from './browser-help.tsx';
import classes from './employees.module.css';
import { EmployeeList } from './list.tsx';
import { Opened } from './opened.tsx';
import { OwnerCard } from './owner-card.tsx';
import type { Opened as OpenedName } from './search.ts';
import { useEmployeesSearch, useOpen } from './use-search.ts';

/** Who works in the shop, and at the side whoever is looked at or changed. */
export const Employees = () => {
  const { t } = useTranslation();
  const { search, setSearch } = useEmployeesSearch();
  const { t: own } = useTranslation('employees');
  useFocusBack(search.open);
  return (
    <div className={classes.layout}>
      <div className={classes.list}>
        <Page title={t('places.employees')} actions={isDesktop ? <AddButton /> : null}>
          <Stack gap="sm">
            <OwnerCard />
            <SearchField
              className={classes.search}
              value={search.search ?? ''}
              label={own('search.label')}
              placeholder={own('search.placeholder')}
              onChange={(text, options) =>
                setSearch({ ...search, search: text || undefined, page: undefined }, options)
              }
              onDown={() => document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()}
            />
            <EmployeeList />
            {isDesktop ? null : <BrowserHelp />}
          </Stack>
        </Page>
      </div>
      <Opened open={search.open} />
    </div>
  );
};

const AddButton = () => {
  const { t } = useTranslation('employees');
  const open = useOpen();
  return (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} data-opens="new" onClick={() => open('new')}>
      {t('add')}
    </Button>
  );
};

/** Whoever closes what is at the side is where they opened it. */
const useFocusBack = (open: OpenedName | undefined): void => {
  const was = useRef(open);
  useEffect(() => {
    const closed = open === undefined ? was.current : undefined;
    was.current = open;
    if (closed !== undefined) document.querySelector<HTMLElement>(`[data-opens="${closed}"]`)?.focus();
  }, [open]);
};
