import { Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { System } from '../../../shared/api/system.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { useNow } from '../../kit/use-now.ts';
import { useAccount } from '../../shop/session/account.ts';
import { useDates } from '../../shop/use-dates.ts';
import classes from './terminals.module.css';

export type TerminalState = System['terminals'][number];

interface TerminalFactsProps {
  terminal: Terminal;
  state: TerminalState | undefined;
  nextSync: string | null;
}

/** The terminal's merchant and the state of its syncs. */
export const TerminalFacts = ({ terminal, state, nextSync }: TerminalFactsProps) => {
  const { t } = useTranslation('terminals');
  const { is_owner: isOwner } = useAccount();
  const known = (text: string) => text || <Unknown />;
  return (
    <dl className={`pairs ${classes.facts}`}>
      <Fact name={t('facts.merchant')}>{known(terminal.merchant_name)}</Fact>
      <Fact name={t('facts.edrpou')}>
        <span className="figures">{known(terminal.edrpou)}</span>
      </Fact>
      <Fact name={t('facts.token')}>
        {state ? <Token state={state} /> : <Skeleton height={20} width={160} />}
      </Fact>
      <Fact name={t('facts.synced')}>
        {state ? <Synced state={state} /> : <Skeleton height={20} width={160} />}
      </Fact>
      {isOwner ? (
        <Fact name={t('facts.next')}>
          <NextSync isActive={terminal.is_active} nextSync={nextSync} />
        </Fact>
      ) : null}
    </dl>
  );
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Unknown = () => {
  const { t } = useTranslation('terminals');
  return (
    <Text span size="sm" c="dimmed">
      {t('facts.unknown')}
    </Text>
  );
};

const Token = ({ state: { token } }: { state: TerminalState }) => {
  const { t } = useTranslation('terminals');
  const Icon = token === 'usable' ? IconCheck : IconAlertTriangle;
  return (
    <span className="verdict" data-tone={token === 'usable' ? 'paid' : 'failed'}>
      <Icon size={16} stroke={2} aria-hidden />
      {t(`token.${token}`)}
    </span>
  );
};

const CHECK_INTERVAL_MS = 5000;

const Synced = ({ state: { synced_at, paused_until } }: { state: TerminalState }) => {
  const { t } = useTranslation('terminals');
  const dates = useDates();
  const now = useNow(CHECK_INTERVAL_MS);
  const pause = paused_until === null ? 0 : Date.parse(paused_until);
  return (
    <>
      {synced_at === null
        ? t('facts.never')
        : t('facts.upTo', { moment: dates.short(Date.parse(synced_at), now) })}
      {pause > now ? (
        <Text span display="block" size="sm" fw={550} data-tone="working" className="toned">
          {t('facts.paused', { time: dates.time(pause) })}
        </Text>
      ) : null}
    </>
  );
};

const NextSync = ({ isActive, nextSync }: { isActive: boolean; nextSync: string | null }) => {
  const { t } = useTranslation('terminals');
  const dates = useDates();
  if (!isActive) return t('words.off');
  return nextSync === null ? <Unknown /> : dates.short(Date.parse(nextSync));
};
