import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Employee } from '../../../shared/api/employees.ts';
import list from '../../ui/list-table.module.css';
import { moveRowFocus } from '../../ui/row-focus.ts';
import { SortHead } from '../../ui/sort-head.tsx';
import { useDates } from '../../ui/use-dates.ts';
import classes from './list.module.css';
import { directionOf, type OrderField, sortedBy } from './search.ts';
import { useEmployeesSearch } from './use-search.ts';
import { RightWords, StateWord } from './words.tsx';

interface EmployeeTableProps {
  employees: readonly Employee[];
  /** Of another page or search, shown until this one's is there. */
  isOld: boolean;
}

export const EmployeeTable = ({ employees, isOld }: EmployeeTableProps) => {
  const { t } = useTranslation('employees');
  const { search, setSearch } = useEmployeesSearch();
  const [lastId, setLastId] = useState<number>();
  const tabStop =
    [lastId, search.open].find((id) => employees.some((each) => each.id === id)) ?? employees[0]?.id;
  const sorting = (field: OrderField) => ({
    sorted: directionOf(search, field),
    onSort: () => setSearch(sortedBy(search, field)),
  });
  return (
    <Table
      className={list.table}
      aria-label={t('table.caption')}
      aria-busy={isOld}
      data-old={isOld || undefined}
    >
      <Table.Thead className={list.head}>
        <Table.Tr>
          <Table.Th>{t('table.name')}</Table.Th>
          <SortHead {...sorting('username')} name={t('table.username')} className={classes.first} />
          <Table.Th className={classes.second}>{t('table.position')}</Table.Th>
          <Table.Th>{t('table.rights')}</Table.Th>
          <Table.Th>{t('table.state')}</Table.Th>
          <SortHead {...sorting('created_at')} name={t('table.since')} className={classes.second} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {employees.map((employee) => (
          <Row
            key={employee.id}
            employee={employee}
            isOpen={employee.id === search.open}
            isTabStop={employee.id === tabStop}
            onFocus={() => setLastId(employee.id)}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
};

interface RowProps {
  employee: Employee;
  isOpen: boolean;
  isTabStop: boolean;
  onFocus(): void;
}

const Row = ({ employee, isOpen, isTabStop, onFocus }: RowProps) => {
  const { t } = useTranslation('employees');
  const dates = useDates();
  const { id, username, full_name, position, is_active } = employee;
  const name = full_name || username;
  return (
    <Table.Tr className={is_active ? list.row : `${list.row} ${classes.off}`} data-open={isOpen || undefined}>
      <Table.Td>
        <Text inherit truncate title={name} className={classes.name}>
          <Link
            to="/employees"
            search={(search) => ({ ...search, open: id })}
            resetScroll={false}
            preload={false}
            className={list.link}
            tabIndex={isTabStop ? 0 : -1}
            data-row
            data-opens={id}
            aria-label={t('table.open', { name, username })}
            onFocus={onFocus}
            onKeyDown={moveRowFocus}
          >
            {name}
          </Link>
        </Text>
      </Table.Td>
      <Table.Td className={classes.first}>
        <Text inherit truncate title={username} className={classes.position}>
          {username}
        </Text>
      </Table.Td>
      <Table.Td className={classes.second}>
        <Text inherit truncate title={position} className={classes.position}>
          {position}
        </Text>
      </Table.Td>
      <Table.Td>
        <RightWords rights={employee} />
      </Table.Td>
      <Table.Td>
        <StateWord isActive={is_active} />
      </Table.Td>
      <Table.Td className={classes.second}>{dates.day(Date.parse(employee.created_at))}</Table.Td>
    </Table.Tr>
  );
};
