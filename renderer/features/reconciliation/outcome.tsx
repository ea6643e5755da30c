import { Collapse, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Reconciliation } from '../../../shared/api/reconciliation.ts';
import { asReadFailure } from '../../api/failure.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout } from '../../kit/callout.tsx';
import { FailureText } from '../../kit/failure-text.tsx';
import { GuideLink } from '../../kit/guide-link.tsx';
import { formatCount } from '../../lib/count.ts';
import type { ComparisonRequest } from './api.ts';
import { Books } from './books.tsx';
import { Differences } from './differences.tsx';
import { PagedTable } from './paged-table.tsx';
import classes from './reconciliation.module.css';
import { RequestFacts } from './request-facts.tsx';
import { TillRead } from './till-read.tsx';
import { isOpen as isOpenLine, type View } from './view.ts';

interface OutcomeProps {
  request: ComparisonRequest;
  tillName: string | undefined;
  view: View;
}

/** The outcome: what was compared, the books, the differences, and collapsed matches. */
export const Outcome = ({ request, tillName, view }: OutcomeProps) => (
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
  const { t: common } = useTranslation();
  const books = [answer, ...answer.other_currencies];
  if (books.every(({ here, bank }) => here.refunded === 0 && bank.refunded === 0)) return null;
  return (
    <Hint size="xs">
      {t('refundRule')}{' '}
      <GuideLink section="reports" size="xs">
        {common('learnMore')}
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
    <section className={classes.section} aria-label={t('agreeing.label')}>
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
    </section>
  );
};

/** Terminals without a statement: their payments were not compared and are not shown as differences. */
const UncomparedTerminals = ({ terminals }: Pick<Reconciliation, 'terminals'>) => {
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
      <ul className={classes.plain}>
        {missing.map(({ terminal, name, err_code: code, detail: words, outcome }) => (
          <li key={terminal}>
            <strong>{name}</strong>:{' '}
            <FailureText
              failure={asReadFailure({ kind: 'bank', code, words, ...(outcome && { outcome }) })}
            />
          </li>
        ))}
      </ul>
      {t('notAsked.text')}
    </Callout>
  );
};
