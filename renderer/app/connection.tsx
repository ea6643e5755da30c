import { Flex } from '@mantine/core';
import { IconBuildingBank, IconHelpCircle, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../api/live-provider.tsx';
import { systemQuery } from '../api/queries.ts';
import { Hint } from '../kit/act.tsx';
import { Strip } from '../kit/callout.tsx';
import type { Tone } from '../kit/theme.ts';
import { useNow } from '../kit/use-now.ts';
import { BankAwayText, useBankAway, useBankAwayTitle } from '../shop/bank-away.tsx';
import { useDates } from '../shop/use-dates.ts';

/** In the header, what is not as it should be, the worst alone; nothing while all is. */
export const ConnectionSign = () => {
  const { t } = useTranslation();
  const connection = useConnection();
  const { data: system } = useQuery(systemQuery);
  const away = useBankAway();
  const doubts = system?.attempts_in_doubt ?? 0;
  return (
    <Flex
      role="status"
      className="no-print"
      gap={6}
      align="center"
      flex="0 1 auto"
      miw={0}
      data-connection={connection.state}
    >
      {connection.state === 'lost' ? (
        <Sign icon={IconPlugConnectedX} tone="failed">
          {t('connection.serverDown')} <Since at={connection.since} />
        </Sign>
      ) : away ? (
        <Sign icon={IconBuildingBank} tone="working">
          {t('connection.bankDown')} <Since at={away.since} />
        </Sign>
      ) : doubts > 0 ? (
        <Sign icon={IconHelpCircle} tone="working">
          <Link to="/charge">{t('connection.doubt', { count: doubts })}</Link>
        </Sign>
      ) : null}
    </Flex>
  );
};

const Sign = ({
  icon: Icon,
  tone,
  children,
}: PropsWithChildren<{ icon: typeof IconBuildingBank; tone: Tone }>) => (
  <>
    <Icon size={18} stroke={1.7} aria-hidden color={`var(--tone-${tone})`} />
    <Hint>{children}</Hint>
  </>
);

/** `· 0:42`, with a role of its own, lest screen readers announce each second. */
const Since = ({ at }: { at: number }) => {
  const seconds = Math.max(0, Math.floor((useNow() - at) / 1000));
  return (
    <span className="figures" role="timer">
      · {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
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
