import { Box, NavLink, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { employeesQuery } from '../../api/employees.ts';
import { computerQuery, settingsQuery } from '../../api/program-queries.ts';
import { counterQuery, systemQuery } from '../../api/queries.ts';
import { useAccount } from '../../shop/session/account.ts';
import { useDates } from '../../shop/use-dates.ts';
import { SECTIONS, type SectionName } from './sections.ts';

/** The first page of the settings; whoever is not the owner has but one section. */
export const Overview = () =>
  useAccount().is_owner ? <Sections /> : <Navigate to="/settings/bank" replace />;

/** Every section, and what it is at. */
const Sections = () => {
  const { t } = useTranslation('settings');
  const states = useStates();
  return (
    <Box component="nav" className="card lined" style={{ overflow: 'hidden' }} aria-label={t('list')}>
      {SECTIONS.map(({ name, icon: Icon }) => (
        <NavLink
          key={name}
          className="ring-inside"
          px="md"
          py={14}
          renderRoot={(props) => <Link {...props} to="/settings/$section" params={{ section: name }} />}
          label={
            <Text component="span" fw={550}>
              {t(`sections.${name}`)}
            </Text>
          }
          description={t(`overview.text.${name}`)}
          leftSection={<Icon size={20} stroke={1.7} aria-hidden />}
          rightSection={
            <>
              <Text span size="sm" c="dimmed" maw={{ base: '9rem', sm: '24rem' }} me={4} ta="end">
                {states[name]}
              </Text>
              <IconChevronRight size={18} color="var(--mantine-color-dimmed)" aria-hidden />
            </>
          }
        />
      ))}
    </Box>
  );
};

/** A state that asks for something. */
const Warning = ({ children }: { children: string }) => (
  <span className="toned" data-tone="working">
    {children}
  </span>
);

const useStates = (): Record<SectionName, ReactNode> => {
  const { t } = useTranslation('settings');
  const { data: system } = useQuery(systemQuery);
  const { data: counter } = useQuery(counterQuery);
  return {
    shop: system && (system.shop_name || t('overview.state.noName')),
    counter:
      counter &&
      (counter.takes_cash ? t(`overview.cash.${counter.cash_rounding}`) : t('overview.state.noCash')),
    bank: <BankState />,
    people: <PeopleState />,
    print: <PrintState />,
    backup: <BackupState />,
    computer: system && t('overview.state.version', { version: system.version }),
    till: system && t(system.facts.programs ? 'overview.state.used' : 'overview.state.unused'),
  };
};

const BankState = () => {
  const { t } = useTranslation('settings');
  const dates = useDates();
  const { data: system } = useQuery(systemQuery);
  if (!system) return null;
  const { terminals } = system;
  if (terminals.length === 0) return <Warning>{t('overview.state.noBank')}</Warning>;
  if (terminals.some(({ token }) => token === 'missing'))
    return <Warning>{t('overview.state.noToken')}</Warning>;
  const times = terminals.flatMap(({ synced_at }) => (synced_at === null ? [] : [Date.parse(synced_at)]));
  return times.length === 0
    ? t('overview.state.noStatement')
    : t('overview.state.statement', { moment: dates.spoken(Math.min(...times)) });
};

const PeopleState = () => {
  const { t } = useTranslation('settings');
  const { data } = useQuery(employeesQuery({ page_size: 1 }));
  if (!data) return null;
  return data.count === 0 ? t('overview.state.alone') : t('overview.state.people', { count: data.count });
};

const PrintState = () => {
  const { t } = useTranslation('settings');
  const { data: settings } = useQuery(settingsQuery);
  const { data: computer } = useQuery(computerQuery);
  if (!settings) return null;
  const address = settings.find(({ name }) => name === 'printer_address')?.value;
  return address || computer?.receipt_printer || t('overview.state.noPrinter');
};

const BackupState = () => {
  const { t } = useTranslation('settings');
  const dates = useDates();
  const { data: system } = useQuery(systemQuery);
  if (!system) return null;
  const { backup, disk } = system;
  if (backup.problem !== '') return <Warning>{t('overview.state.backupFailed')}</Warning>;
  if (backup.last_at === null) return t('words.noneYet');
  const moment = dates.spoken(Date.parse(backup.last_at));
  return (
    <>
      {backup.is_overdue ? <Warning>{moment}</Warning> : moment}
      {disk.is_same ? (
        <>
          {' · '}
          <Warning>{t('overview.state.sameDisk')}</Warning>
        </>
      ) : null}
    </>
  );
};
