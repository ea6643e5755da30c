import { Box, Flex, Text } from '@mantine/core';
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatSums } from '../../../shared/money.ts';
import { formatSize } from '../../../shared/size.ts';
import { Act } from '../../kit/act.tsx';
import type { Tone } from '../../kit/theme.ts';
import { sumsOf } from '../../lib/figures.ts';
import { retryImport } from '../../lib/retry-import.ts';
import { ChangeElsewhere } from '../../shop/change-elsewhere.tsx';
import { useAccount, useCanGiveTokens, usePermission } from '../../shop/session/account.ts';
import { useIsWorking } from '../../shop/tasks/background-work.tsx';
import { syncId, useSync } from '../../shop/tasks/sync-terminal.ts';
import { GiveTokenButton } from '../../shop/token-buttons.tsx';
import { useDates } from '../../shop/use-dates.ts';
import type { ShopAlert } from './alerts.ts';
import { jobWorkId, type ManualJob, useJob } from './run-job.ts';

/** Loaded when it is opened: most shops never see it, and Today is the first screen of the day. */
const FiscalGaps = lazy(
  retryImport(async () => ({ default: (await import('./fiscal-gaps.tsx')).FiscalGaps })),
);

/** An alert: what it is, what it means, and the next step. */
export const AlertRow = ({ alert }: { alert: ShopAlert }) => {
  switch (alert.kind) {
    case 'token':
      return <TokenLine {...alert} />;
    case 'doubt':
      return <DoubtLine {...alert} />;
    case 'paidTwice':
      return <PaidTwiceLine {...alert} />;
    case 'unreadable':
      return <UnreadableLine {...alert} />;
    case 'backup':
      return <BackupLine {...alert} />;
    case 'copy':
      return <CopyLine {...alert} />;
    case 'keysOff':
      return <KeysOffLine {...alert} />;
    case 'disk':
      return <DiskLine {...alert} />;
    case 'statement':
      return <StatementLine {...alert} />;
    case 'yesterday':
      return <YesterdayLine {...alert} />;
    case 'fiscal':
      return <FiscalLine {...alert} />;
  }
};

type Of<Kind extends ShopAlert['kind']> = Omit<Extract<ShopAlert, { kind: Kind }>, 'kind'>;

interface LineProps {
  tone: Tone;
  title: string;
  children?: ReactNode;
  step?: ReactNode;
}

const Line = ({ tone, title, children, step }: LineProps) => {
  const Icon = tone === 'waiting' ? IconHelpCircle : IconAlertTriangle;
  return (
    <Flex gap="sm" align="center" mih="3rem" py={6} fz="sm" data-tone={tone}>
      <Icon size={20} stroke={1.8} aria-hidden className="toned" />
      <Box flex={1} miw={0} lh={1.45}>
        <Text component="strong" inherit fw={600}>
          {title}
        </Text>{' '}
        {children}
      </Box>
      {step}
    </Flex>
  );
};

const TokenLine = ({ terminal }: Of<'token'>) => {
  const { t } = useTranslation('today');
  const { is_owner: isOwner } = useAccount();
  const title = t('attention.token', { name: terminal.name });
  if (useCanGiveTokens())
    return (
      <Line tone="failed" title={title} step={<GiveTokenButton terminal={terminal.id} />}>
        {t('attention.tokenMeans')}
      </Line>
    );
  return (
    <Line tone="failed" title={title}>
      {isOwner ? <ChangeElsewhere screen="terminals" /> : t('attention.tokenOthers')}
    </Line>
  );
};

const DoubtLine = ({ count }: Of<'doubt'>) => {
  const { t } = useTranslation('today');
  const { is_owner: isOwner } = useAccount();
  return (
    <Line
      tone="working"
      title={t('words.requestsInDoubt', { count })}
      step={isOwner ? <JobButton name="settle-attempts">{t('attention.doubtStep')}</JobButton> : null}
    >
      {t('attention.doubtMeans')}
    </Line>
  );
};

/** Links to the second payment, where it can be refunded. */
const PaidTwiceLine = ({ sale }: Of<'paidTwice'>) => {
  const { t } = useTranslation('today');
  const values = {
    number: sale.number_display,
    first: sale.first_number_display,
    amount: formatAmount(sale.amount),
  };
  return (
    <Line
      tone="failed"
      title={t('attention.paidTwice', values)}
      step={
        <Link to="/invoices/$invoiceId" params={{ invoiceId: String(sale.invoice) }}>
          {t('attention.paidTwiceStep', values)}
        </Link>
      }
    >
      {t('attention.paidTwiceMeans')}
    </Line>
  );
};

const UnreadableLine = ({ count, newest }: Of<'unreadable'>) => {
  const { t } = useTranslation('today');
  const invoice = newest?.invoice ?? null;
  return (
    <Line
      tone="working"
      title={t('attention.unreadable', { count })}
      step={
        invoice === null ? null : (
          <Link to="/invoices/$invoiceId" params={{ invoiceId: String(invoice) }}>
            {t('attention.unreadableStep')}
          </Link>
        )
      }
    >
      {t('attention.unreadableMeans')}{' '}
      {newest ? t('attention.unreadableField', { field: newest.field, value: newest.value }) : null}
    </Line>
  );
};

const BackupLine = ({ lastAt, problem }: Of<'backup'>) => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const last =
    lastAt === null
      ? t('attention.backupNever')
      : t('attention.backupLast', { moment: dates.moment(lastAt) });
  return (
    <Line
      tone={problem === '' ? 'working' : 'failed'}
      title={problem === '' ? t('attention.backupOverdue') : t('attention.backupFailed')}
      step={<JobButton name="back-up">{t('attention.backupStep')}</JobButton>}
    >
      {problem === '' ? last : `${t('attention.backupProblem', { problem })} ${last}`}
    </Line>
  );
};

const KeysOffLine = ({ count }: Of<'keysOff'>) => {
  const { t } = useTranslation('today');
  return (
    <Line
      tone="failed"
      title={t('attention.keysOff', { count })}
      step={<Link to="/settings/till">{t('attention.keysOffStep')}</Link>}
    >
      {t('attention.keysOffText')}
    </Line>
  );
};

const CopyLine = ({ lastAt, problem }: Of<'copy'>) => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const last =
    lastAt === null ? t('attention.copyNever') : t('attention.copyLast', { moment: dates.moment(lastAt) });
  return (
    <Line
      tone={problem === '' ? 'working' : 'failed'}
      title={t(problem === '' ? 'attention.copyOverdue' : 'attention.copyFailed')}
      step={
        <Link to="/settings/$section" params={{ section: 'backup' }}>
          {t('attention.copyStep')}
        </Link>
      }
    >
      {problem === '' ? last : `${t('attention.backupProblem', { problem })} ${last}`}
    </Line>
  );
};

const DiskLine = ({ isData, free }: Of<'disk'>) => {
  const { t, i18n } = useTranslation('today');
  const size = formatSize(free, i18n.language === 'en' ? 'en' : 'uk');
  return (
    <Line
      tone={isData ? 'failed' : 'working'}
      title={t(isData ? 'attention.disk' : 'attention.diskBackups', { size })}
    >
      {t(isData ? 'attention.diskMeans' : 'attention.diskBackupsMeans')}
    </Line>
  );
};

const YesterdayLine = ({ day: { date, closure, sums, shifts } }: Of<'yesterday'>) => {
  const { t } = useTranslation('today');
  const missed = shifts.reduce((sum, { difference }) => sum + (difference ?? 0), 0);
  const off = formatAmount(Math.abs(missed));
  const open = missed === 0 ? 'yesterday.open' : missed < 0 ? 'yesterday.openShort' : 'yesterday.openOver';
  const change = `${closure && closure.change > 0 ? '+' : ''}${formatAmount(closure?.change ?? 0)}`;
  return (
    <Line
      tone="working"
      title={closure ? t('yesterday.changed', { change }) : t(open, { off, sum: formatAmount(sums.takings) })}
      step={
        <Link to="/reports/close-day" search={{ date }}>
          {t('yesterday.show')}
        </Link>
      }
    />
  );
};

const JobButton = ({ name, children }: { name: ManualJob; children: string }) => {
  const run = useJob();
  const isWorking = useIsWorking(jobWorkId(name));
  return <Act size="xs" loading={isWorking} onClick={() => run(name)} text={children} />;
};

const StatementLine = ({ terminal, syncedAt }: Of<'statement'>) => {
  const { t } = useTranslation('today');
  const dates = useDates();
  const sync = useSync();
  const canManage = usePermission('can_manage_terminals');
  const isWorking = useIsWorking(syncId('invoices', terminal.id));
  return (
    <Line
      tone="working"
      title={
        syncedAt === null
          ? t('attention.statementNever', { name: terminal.name })
          : t('attention.statement', { name: terminal.name, moment: dates.moment(syncedAt) })
      }
      step={
        canManage ? (
          <Act
            size="xs"
            loading={isWorking}
            onClick={() => sync('invoices', terminal)}
            text={t('attention.statementStep')}
          />
        ) : null
      }
    >
      {t('attention.statementMeans')}
    </Line>
  );
};

const FiscalLine = ({ gaps }: Of<'fiscal'>) => {
  const { t } = useTranslation('today');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Line
      tone="working"
      title={t('attention.fiscal', { count: gaps.count, amount: formatSums(sumsOf(gaps)) })}
      step={<Act size="xs" onClick={() => setIsOpen(true)} text={t('words.show')} />}
    >
      {t('attention.fiscalMeans')}
      {isOpen ? (
        <Suspense>
          <FiscalGaps onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </Line>
  );
};
