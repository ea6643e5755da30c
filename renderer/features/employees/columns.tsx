import { Flex, Text } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { grantedOf, type Rights } from '../../../shared/rights.ts';
import type { EmployeeRecord } from '../../api/employees.ts';
import { type Column, column } from '../../kit/data-table.tsx';
import { cut } from '../../kit/plain-row.ts';
import { useDates } from '../../shop/use-dates.ts';
import classes from './list.module.css';
import type { OrderField } from './search.ts';

/** The columns of the list. A narrower list shows fewer: `first` is hidden last. */
export const useEmployeeColumns = (): Column<EmployeeRecord, OrderField>[] => {
  const { t } = useTranslation('employees');
  const dates = useDates();
  return useMemo(
    () => [
      column('name', t('table.name'), ({ id, username, full_name }, link) => {
        const name = full_name || username;
        return (
          <div className={cut(classes.name)} title={name}>
            <Link
              {...link}
              to="/settings/people"
              search={(search) => ({ ...search, open: id })}
              resetScroll={false}
              preload={false}
              aria-label={t('table.open', { name, username })}
            >
              {name}
            </Link>
          </div>
        );
      }),
      column('username', t('table.username'), ({ username }) => <Cut>{username}</Cut>, {
        field: 'username',
        className: classes.first,
      }),
      column('position', t('table.position'), ({ position }) => <Cut>{position}</Cut>, classes.second),
      column('rights', t('table.rights'), (employee) => <RightWords rights={employee} />),
      column('state', t('table.state'), ({ is_active }) => <StateWord isActive={is_active} />),
      column('since', t('table.since'), ({ created_at }) => dates.day(Date.parse(created_at)), {
        field: 'created_at',
        className: classes.second,
      }),
    ],
    [t, dates],
  );
};

const Cut = ({ children }: { children: string }) => (
  <div className={cut(classes.position)} title={children}>
    {children}
  </div>
);

/** The granted permissions, one word each. */
export const RightWords = ({ rights }: { rights: Rights }) => {
  const { t } = useTranslation('employees');
  const granted = grantedOf(rights);
  const words = [
    ...granted.map((right) => t(`rights.short.${right}`)),
    ...(rights.own_sales_only ? [t('rights.short.own_sales_only')] : []),
    ...(rights.catalog_prices_only ? [t('rights.short.catalog_prices_only')] : []),
    ...(rights.catalog_read_only ? [t('rights.short.catalog_read_only')] : []),
  ];
  if (granted.length === 0)
    return (
      <Text span inherit c="dimmed">
        {t('rights.none')}
      </Text>
    );
  return (
    <Flex component="span" wrap="wrap" gap={4}>
      {words.map((word) => (
        <span key={word} className={classes.right} data-tone="over">
          {word}
        </span>
      ))}
    </Flex>
  );
};

/** Word, colour and icon. */
export const StateWord = ({ isActive }: { isActive: boolean }) => {
  const { t } = useTranslation('employees');
  const Icon = isActive ? IconCheck : IconMinus;
  return (
    <span className={classes.state} data-tone={isActive ? 'paid' : 'over'}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {t(isActive ? 'state.on' : 'state.off')}
    </span>
  );
};
