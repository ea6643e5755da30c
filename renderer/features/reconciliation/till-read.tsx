import { Collapse, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '../../../shared/api/reconciliation.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout } from '../../kit/callout.tsx';
import { formatCount } from '../../lib/count.ts';
import classes from './reconciliation.module.css';
import { TillHints } from './till-hints.tsx';

type TillFacts = NonNullable<Reconciliation['till']>;

/** More rows would not be read by anybody. */
const SHOWN_UNREAD = 20;

/** How the till's file was parsed, and the settings to correct it. */
export const TillRead = ({ till }: { till: TillFacts }) => {
  const { t } = useTranslation('reconciliation');
  const [isOpen, { toggle }] = useDisclosure(false);
  const column = (at: number): string => till.header[at] || t('hints.column', { number: at + 1 });
  const facts = [
    till.format.toUpperCase(),
    ...(till.encoding === null ? [] : [t(`encoding.${till.encoding}`)]),
    ...(till.delimiter === null ? [] : [t(`delimiter.${till.delimiter}`)]),
    t('read.reference', { name: column(till.reference_column) }),
    till.amount_column === null ? t('read.noAmount') : t('read.amount', { name: column(till.amount_column) }),
  ];
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Hint>{t('read.how', { facts: facts.join(' · ') })}</Hint>
        <Act tone="quiet" size="compact-sm" aria-expanded={isOpen} onClick={toggle} text={t('read.change')} />
      </Group>
      <Collapse expanded={isOpen}>
        <TillHints facts={till} />
      </Collapse>
      <Unread unread={till.unread} />
      {till.no_match ? (
        <Callout tone="working" role="status">
          {t(`noMatch.${till.no_match.code}`, { till: till.no_match.till })}{' '}
          {till.no_match.here ? t('noMatch.here', { here: till.no_match.here }) : null}
        </Callout>
      ) : null}
    </Stack>
  );
};

const Unread = ({ unread }: Pick<TillFacts, 'unread'>) => {
  const { t } = useTranslation('reconciliation');
  if (unread.length === 0) return null;
  const more = unread.length - SHOWN_UNREAD;
  return (
    <details className={classes.unread}>
      <summary>{t('read.unread', { count: unread.length, total: formatCount(unread.length) })}</summary>
      <ul className={classes.plain}>
        {unread.slice(0, SHOWN_UNREAD).map(({ row, code, value }) => (
          <li key={row}>{t('read.row', { row, detail: t(`unread.${code}`, { value }) })}</li>
        ))}
        {more > 0 ? <li>{t('read.more', { count: more })}</li> : null}
      </ul>
    </details>
  );
};
