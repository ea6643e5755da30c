import { Text } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { grantedOf } from '../../../shared/rights.ts';
import type { EmployeeRecord } from '../../api/employees.ts';
import { type Column, Cut, column } from '../../kit/data-table.tsx';
import { cut } from '../../kit/plain-row.ts';
import { useDates } from '../../shop/use-dates.ts';
import classes from './employees.module.css';
import { personOf } from './form.ts';
import { presetOf } from './rights.ts';
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
      column('username', t('signIn.username'), ({ username }) => <Cut>{username}</Cut>, {
        field: 'username',
        className: classes.first,
      }),
      column('position', t('table.position'), ({ position }) => <Cut>{position}</Cut>, classes.second),
      column('rights', t('table.rights'), (employee) => <RightWords employee={employee} />),
      column('state', t('words.state'), ({ is_active }) => <StateWord isActive={is_active} />),
      column('since', t('table.since'), ({ created_at }) => dates.day(Date.parse(created_at)), {
        field: 'created_at',
        className: classes.second,
      }),
    ],
    [t, dates],
  );
};

/** The preset that the rights are. */
export const RightWords = ({ employee }: { employee: EmployeeRecord }) => {
  const { t } = useTranslation('employees');
  const preset = presetOf(personOf(employee));
  if (grantedOf(employee).length === 0)
    return (
      <Text span inherit c="dimmed">
        {t('rights.none')}
      </Text>
    );
  return (
    <span className="pill small tinted" data-tone="over">
      {t(preset ? `rights.set.${preset}` : 'rights.own')}
    </span>
  );
};

/** Word, colour and icon. */
export const StateWord = ({ isActive }: { isActive: boolean }) => {
  const { t } = useTranslation('employees');
  const Icon = isActive ? IconCheck : IconMinus;
  return (
    <span className="with-icon toned" data-tone={isActive ? 'paid' : 'over'}>
      <Icon size={14} stroke={2.2} aria-hidden />
      {t(isActive ? 'state.on' : 'state.off')}
    </span>
  );
};
