import { Group } from '@mantine/core';
import { IconBuildingBank, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../api/live-provider.tsx';
import { systemQuery } from '../api/queries.ts';
import { Hint } from '../kit/act.tsx';
import { Strip } from '../kit/callout.tsx';
import { BankAwayText, useBankAway, useBankAwayTitle } from '../shop/bank-away.tsx';
import { useDates } from '../shop/use-dates.ts';

/** A word in the header: whether the screen shows current data. */
export const ConnectionSign = () => {
  const { t } = useTranslation();
  const connection = useConnection();
  const { data: system } = useQuery(systemQuery);
  const isBankDown = system?.bank.state === 'unreachable';
  const sign = signOf(connection.state, isBankDown);
  return (
    <Group gap={6} wrap="nowrap" role="status" className="no-print">
      <sign.icon size={18} stroke={1.7} aria-hidden color={`var(--tone-${sign.tone})`} />
      <Hint visibleFrom="sm">{t(sign.text)}</Hint>
    </Group>
  );
};

const signOf = (state: 'connecting' | 'live' | 'lost', isBankDown: boolean) => {
  if (state === 'lost')
    return { icon: IconPlugConnectedX, tone: 'failed', text: 'connection.serverDown' } as const;
  if (isBankDown) return { icon: IconBuildingBank, tone: 'working', text: 'connection.bankDown' } as const;
  if (state === 'live') return { icon: IconPlugConnected, tone: 'paid', text: 'connection.live' } as const;
  return { icon: IconPlugConnected, tone: 'over', text: 'connection.connecting' } as const;
};

/** Says what is out of order, since when, and what is safe. */
export const ConnectionBanner = () => {
  const { t } = useTranslation();
  const dates = useDates();
  const connection = useConnection();
  const away = useBankAway();
  const title = useBankAwayTitle();
  if (connection.state === 'lost')
    return (
      <Strip tone="failed" title={t('connection.serverLost', { time: dates.short(connection.since) })}>
        {t('connection.serverLostSafe')}
      </Strip>
    );
  if (!away) return null;
  return (
    <Strip tone="working" title={title(away)}>
      <BankAwayText {...away} />
    </Strip>
  );
};
