import { Box, Collapse, Flex, Group, Loader, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Reconciliation as ReconciliationAnswer } from '../../../shared/api/reconciliation.ts';
import { asReadFailure, type Failure } from '../../api/failure.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout, Strip } from '../../kit/callout.tsx';
import { EmptyState } from '../../kit/query-view.tsx';
import { GuideLink } from '../../kit/text-link.tsx';
import { FailureText } from '../../kit/use-failure-text.ts';
import { useNow } from '../../kit/use-now.ts';
import { formatCount } from '../../lib/count.ts';
import { dayOf } from '../../lib/zone.ts';
import { useDaysText } from '../../shop/period-picker.tsx';
import { useTerminalName } from '../../shop/terminal-filter.tsx';
import { useDates } from '../../shop/use-dates.ts';
import { useTableFault } from '../../shop/use-table-fault.ts';
import type { ComparisonRequest } from './api.ts';
import { Books } from './books.tsx';
import { Differences } from './differences.tsx';
import { ReconciliationForm, usePeriodSearch } from './form.tsx';
import { PagedTable } from './paged-table.tsx';
import { reconciliationStore, useReconciliation } from './reconciliation-store.ts';
import { TillHints } from './till-hints.tsx';
import { isOpen as isOpenLine, type View } from './view.ts';

/** Compares three books: Kramar's invoices, the bank's statement, the till's file. */
export const Reconciliation = () => {
  const { runningSince, failure, outcome } = useReconciliation();
  return (
    <Stack gap="md">
      <ReconciliationForm />
      {runningSince === undefined ? null : <RunningNotice since={runningSince} />}
      {failure ? <ReconciliationCallout failure={failure} /> : null}
      {outcome ? <Outcome {...outcome} /> : null}
      {outcome || failure || runningSince !== undefined ? null : <Begin />}
    </Stack>
  );
};

const Begin = () => {
  const { t } = useTranslation('reconciliation');
  return (
    <EmptyState isCard icon={IconScale} title={t('begin.title')}>
      {t('begin.text')}
    </EmptyState>
  );
};

/** Continues across screens, and can be cancelled: it writes nothing. */
const RunningNotice = ({ since }: { since: number }) => {
  const { t } = useTranslation('reconciliation');
  const seconds = Math.max(0, Math.floor((useNow() - since) / 1000));
  return (
    <Flex className="card" gap="md" align="center" p="md">
      <Loader size={20} aria-hidden />
      <Box flex="1">
        <Text fw={600} role="status">
          {t('asking.title')}
        </Text>
        <Hint className="figures">{t('asking.text', { seconds })}</Hint>
      </Box>
      <Act onClick={reconciliationStore.cancel} text={t('work.stop')} />
    </Flex>
  );
};

/** The comparison failed; for an unreadable file, offers the parse settings. */
const ReconciliationCallout = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation('reconciliation');
  const { till } = useReconciliation();
  const tableFault = useTableFault();
  const isOfFile = till !== undefined && failure.kind === 'invalid';
  return (
    <Stack gap="xs">
      <Callout
        tone="failed"
        role="alert"
        icon={<IconAlertTriangle />}
        title={isOfFile ? t('failed.fileTitle', { name: till.name }) : t('failed.title')}
      >
        {isOfFile ? `${tableFault(failure)} ${t('failed.fileText')}` : <FailureText failure={failure} />}
      </Callout>
      {isOfFile ? <TillHints facts={undefined} /> : null}
    </Stack>
  );
};

interface OutcomeProps {
  request: ComparisonRequest;
  tillName: string | undefined;
  view: View;
}

/** The outcome: what was compared, the books, the differences, and collapsed matches. */
const Outcome = ({ request, tillName, view }: OutcomeProps) => (
  <Stack gap="md">
    <RequestFacts request={request} tillName={tillName} view={view} />
    <UncomparedTerminals terminals={view.answer.terminals} />
    <Books view={view} />
    <RefundRule view={view} />
    {view.answer.till ? <TillRead till={view.answer.till} /> : null}
    <Differences view={view} />
    <Agreeing view={view} />
  </Stack>
);

/** Why the refunds of a period differ from those of its report. */
const RefundRule = ({ view: { answer } }: { view: View }) => {
  const { t } = useTranslation('reconciliation');
  const books = [answer, ...answer.other_currencies];
  if (books.every(({ here, bank }) => here.refunded === 0 && bank.refunded === 0)) return null;
  return (
    <Hint size="xs">
      {t('refundRule')}{' '}
      <GuideLink section="reports" size="xs">
        {t('learnMore')}
      </GuideLink>
    </Hint>
  );
};

/** Matches are counted; the table is collapsed. */
const Agreeing = ({ view }: { view: View }) => {
  const { t } = useTranslation('reconciliation');
  const [isOpen, { toggle }] = useDisclosure(false);
  const count = view.agreeing.length;
  if (count === 0) return null;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Stack component="section" gap="xs" aria-label={t('agreeing.label')}>
      <div>
        <Act
          tone="quiet"
          icon={Icon}
          px="xs"
          aria-expanded={isOpen}
          onClick={toggle}
          text={t(view.lines.some(isOpenLine) ? 'agreeing.rest' : 'agreeing.title', {
            count,
            total: formatCount(count),
          })}
        />
      </div>
      <Collapse expanded={isOpen}>
        {isOpen ? <PagedTable lines={view.agreeing} view={view} label={t('agreeing.label')} /> : null}
      </Collapse>
    </Stack>
  );
};

/** Terminals without a statement: their payments were not compared and are not shown as differences. */
const UncomparedTerminals = ({ terminals }: Pick<ReconciliationAnswer, 'terminals'>) => {
  const { t } = useTranslation('reconciliation');
  const missing = terminals.filter(({ asked }) => !asked);
  if (missing.length === 0) return null;
  return (
    <Callout
      tone="working"
      role="alert"
      icon={<IconAlertTriangle />}
      title={t(missing.length === terminals.length ? 'notAsked.all' : 'notAsked.some')}
    >
      <Box component="ul" m="0 0 4px" ps="1.1rem">
        {missing.map(({ terminal, name, err_code: code, detail: words, outcome }) => (
          <li key={terminal}>
            <strong>{name}</strong>:{' '}
            <FailureText
              failure={asReadFailure({ kind: 'bank', code, words, ...(outcome && { outcome }) })}
            />
          </li>
        ))}
      </Box>
      {t('notAsked.text')}
    </Callout>
  );
};

/** Names the compared period and the time; warns when the form has changed since. */
const RequestFacts = ({
  request,
  tillName,
  view: { answer },
}: {
  request: ComparisonRequest;
  tillName: string | undefined;
  view: View;
}) => {
  const { t } = useTranslation('reconciliation');
  const dates = useDates();
  const daysText = useDaysText();
  const terminalName = useTerminalName({ terminal: request.terminal });
  const days = {
    from: dayOf(Date.parse(request.from), dates.timeZone),
    to: dayOf(Date.parse(request.to), dates.timeZone),
  };
  const parts = [
    daysText(days),
    terminalName ?? t('place.anyTerminal'),
    ...(tillName === undefined ? [] : [t('facts.till', { name: tillName })]),
    t('facts.made', { time: dates.short(Date.parse(answer.made_at)) }),
  ];
  return (
    <div>
      <Hint>{parts.join(' · ')}</Hint>
      {useIsOutdated(request) ? (
        <Box mt="xs" bdrs="md" style={{ overflow: 'hidden' }}>
          <Strip tone="waiting" title={t('facts.otherTitle')}>
            {t('facts.other')}
          </Strip>
        </Box>
      ) : null}
    </div>
  );
};

const useIsOutdated = (request: ComparisonRequest): boolean => {
  const { period } = usePeriodSearch();
  const { till, hints, runningSince } = useReconciliation();
  if (runningSince !== undefined) return false;
  return (
    period.from !== request.from ||
    period.to !== request.to ||
    period.terminal !== request.terminal ||
    till?.bytes !== request.file ||
    hints !== request.hints
  );
};

type TillFacts = NonNullable<ReconciliationAnswer['till']>;

/** More rows would not be read by anybody. */
const SHOWN_UNREAD = 20;

/** How the till's file was parsed, and the settings to correct it. */
const TillRead = ({ till }: { till: TillFacts }) => {
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
    <Box component="details" fz="sm" lh={1.5}>
      <summary>{t('read.unread', { count: unread.length, total: formatCount(unread.length) })}</summary>
      <Box component="ul" m="0 0 4px" ps="1.1rem">
        {unread.slice(0, SHOWN_UNREAD).map(({ row, code, value }) => (
          <li key={row}>{t('read.row', { row, detail: t(`unread.${code}`, { value }) })}</li>
        ))}
        {more > 0 ? <li>{t('read.more', { count: more })}</li> : null}
      </Box>
    </Box>
  );
};
