import { Stack, Switch, Text, Title } from '@mantine/core';
import { IconEyeCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import type { Oddity } from '../../../shared/api/actions.ts';
import { actionStateQuery, odditiesQuery } from '../../data/actions.ts';
import { callProgram, isDesktop } from '../../data/bridge.ts';
import { failureOf } from '../../data/failure.ts';
import { optionalOrIgnored, positiveInt } from '../../lib/address.ts';
import { startOfDay } from '../../lib/zone.ts';
import { FailureLine } from '../../ui/callout.tsx';
import { CopyLine } from '../../ui/copy-button.tsx';
import { ListPage, ListView } from '../../ui/list-page.tsx';
import { EmptyState } from '../../ui/query-view.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { useList, useListSearch } from '../../ui/use-list.ts';
import classes from './actions.module.css';
import { useOddityText } from './oddity-text.ts';
import { LogTabs } from './tabs.tsx';

const odditiesSearch = v.object({ page: optionalOrIgnored(positiveInt()) });

/** What was odd on the days of the shop: each a reason to look, no proof. */
export const Oddities = () => {
  const { t } = useTranslation('actions');
  const { search, changeSearch } = useListSearch(odditiesSearch);
  const found = useList({ page: search.page, query: odditiesQuery, changeSearch });
  return (
    <ListPage title={t('oddities.title')} tabs={<LogTabs shown="oddities" />} side={null} open={undefined}>
      <Text size="sm" c="dimmed" maw="44rem">
        {t('oddities.what')}
      </Text>
      <FindSwitch />
      <ListView
        list={found}
        isShort
        empty={
          <EmptyState isCard icon={IconEyeCheck} title={t('oddities.none')}>
            {t('oddities.noneText')}
          </EmptyState>
        }
      >
        {({ results }) => (
          <Stack component="ul" gap={0} m={0} p={0}>
            {results.map((oddity) => (
              <OddityItem key={oddity.id} oddity={oddity} />
            ))}
          </Stack>
        )}
      </ListView>
    </ListPage>
  );
};

const OddityItem = ({ oddity }: { oddity: Oddity }) => {
  const { t } = useTranslation('actions');
  const text = useOddityText();
  const dates = useDates();
  const { rule, date, account, name, invoices } = oddity;
  return (
    <li className={classes.oddity}>
      <Title order={2} size="h6">
        {t(`oddities.rule.${rule}`)}
      </Title>
      <Text size="sm" c="dimmed">
        {dates.namedDay(startOfDay(date, dates.timeZone))} ·{' '}
        <Link
          className={classes.inline}
          to="/employees/actions"
          search={{ who: account, from: date, to: date } as never}
          aria-label={t('oddities.actionsOf', { name })}
        >
          {name}
        </Link>
      </Text>
      <Text size="sm">{text(oddity)}</Text>
      <Text size="sm">
        {invoices.map(({ id, number_display }) => (
          <Link
            key={id}
            className={classes.inline}
            to="/invoices/$invoiceId"
            params={{ invoiceId: String(id) }}
            style={{ marginInlineEnd: 8 }}
          >
            {t('oddities.invoice', { number: number_display })}
          </Link>
        ))}
      </Text>
    </li>
  );
};

/** Off by default; in a browser it is the command line that changes it. */
const FindSwitch = () => {
  const { t } = useTranslation('actions');
  const queries = useQueryClient();
  const { data: state } = useQuery(actionStateQuery);
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      callProgram('settings.change', { name: 'daily_oddities', value: isOn ? 'on' : 'off' }),
    onSettled: () => queries.invalidateQueries({ queryKey: actionStateQuery.queryKey }),
  });
  if (!state) return null;
  const isOn = state.finds_oddities;
  if (!isDesktop)
    return (
      <Stack gap={6}>
        <Text size="sm">{t(isOn ? 'oddities.isOn' : 'oddities.isOff')}</Text>
        <CopyLine text={`npm run admin -- setting set daily_oddities ${isOn ? 'off' : 'on'}`} />
      </Stack>
    );
  return (
    <>
      <Switch
        label={t('oddities.switch')}
        checked={change.isPending ? change.variables : isOn}
        onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
      />
      <FailureLine failure={change.error ? failureOf(change.error) : undefined} />
    </>
  );
};
