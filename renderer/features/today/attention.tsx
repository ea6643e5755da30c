import { Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../../data/live-provider.tsx';
import { fiscalGapsQuery, systemQuery, terminalsQuery } from '../../data/queries.ts';
import { useAccount } from '../../session/account.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './attention.module.css';
import { Section } from './section.tsx';
import { type Worry, worriesOf } from './worries.ts';
import { WorryLine } from './worry-line.tsx';

const LOOK_EVERY_MS = 60_000;
/** A payment becomes one by the time that passes alone, which no event tells. */
const GAPS_EVERY_MS = 180_000;
/** The count and the sum are all that is told here. */
const GAPS = { page_size: 1 };

/** What somebody should know or do, each with its next step; a calm line when there is nothing. */
export const Attention = () => {
  const { t } = useTranslation('today');
  const { is_owner: isOwner } = useAccount();
  const now = useNow(LOOK_EVERY_MS);
  const connection = useConnection();
  const { data: system } = useQuery(systemQuery);
  const { data: terminals } = useQuery(terminalsQuery);
  const { data: gaps } = useQuery({ ...fiscalGapsQuery(GAPS), refetchInterval: GAPS_EVERY_MS });
  // Nothing is said before it is known: that it could not be read, the other parts tell.
  if (!system || !terminals) return <div className={classes.calm} />;
  const worries = worriesOf(system, terminals, { isOwner, now, gaps });
  // Without news nobody can say that all is well; the banner of the shell says why.
  if (worries.length === 0 && connection.state === 'lost') return <div className={classes.calm} />;
  if (worries.length === 0)
    return (
      <Group gap={6} className={classes.calm} data-tone="paid">
        <IconCircleCheck size={18} stroke={1.8} aria-hidden />
        <Text size="sm" c="dimmed">
          {t(system.bank.state === 'reachable' ? 'attention.calmBank' : 'attention.calm')}
        </Text>
      </Group>
    );
  return (
    <Section title={t('attention.title')}>
      <ul className={classes.worries}>
        {worries.map((worry) => (
          <li key={keyOf(worry)}>
            <WorryLine worry={worry} />
          </li>
        ))}
      </ul>
    </Section>
  );
};

const keyOf = (worry: Worry): string => {
  if (worry.kind === 'paidTwice') return `${worry.kind} ${worry.sale.invoice}`;
  return 'terminal' in worry ? `${worry.kind} ${worry.terminal.id}` : worry.kind;
};
