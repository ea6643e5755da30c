import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenInvoice } from '../../../../shared/api/invoice-extras.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { call } from '../../../api/http.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { cartsQuery, openInvoicesQuery } from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { CheckRow } from '../../../kit/check-list.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { formatCount } from '../../../lib/count.ts';
import { ownReference } from '../../../lib/invoices.ts';
import { toneOfDifference } from '../../../shop/cash-difference.ts';
import { HeldCartsRow } from '../../../shop/held-carts-row.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import type { DayToClose } from './use-day.ts';
import { QUESTION } from './use-questions.ts';

interface DayChecksProps {
  data: DayToClose;
  /** The counted cash differs. */
  hasDifference: boolean;
  onDifferences(count: number): void;
}

/** What is fine is one line each; as soon as something differs, all of it is one line. */
export const DayChecks = ({ data, hasDifference, onDifferences }: DayChecksProps) => {
  const { t } = useTranslation('closing');
  const bank = useBank(data);
  const fiscal = useFiscal(data);
  const unfinished = useUnfinished(data);
  const open = [...unfinished.open, ...bank.open, ...fiscal.open, ...useClosedShifts(data)];
  const fine = [...bank.fine, ...fiscal.fine, ...(unfinished.open.length === 0 ? unfinished.fine : [])];
  const differences = open.length + (hasDifference ? 1 : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count alone
  useEffect(() => onDifferences(differences), [differences]);
  return (
    <>
      {open.map(({ key, row }) => (
        <Fragment key={key}>{row}</Fragment>
      ))}
      {differences > 0 && fine.length > 0 ? (
        <CheckRow
          state="fine"
          title={t('fine.rest')}
          text={fine.map(({ title, text }) => [title, text].join(': ')).join(' · ')}
        />
      ) : (
        fine.map(({ title, text, sum }) => (
          <CheckRow key={title} state="fine" title={title} text={text}>
            {sum}
          </CheckRow>
        ))
      )}
    </>
  );
};

interface Checked {
  open: { key: string; row: ReactNode }[];
  fine: { title: string; text: string; sum?: string }[];
}

const useBank = ({ day, state: { sums } }: DayToClose): Checked => {
  const { t } = useTranslation('closing');
  const dates = useDates();
  const until = day.statement_until === null ? undefined : Date.parse(day.statement_until);
  const hasAll = until !== undefined && (until >= Date.parse(day.to) || !day.is_over);
  const received = until === undefined ? t('bank.never') : t('bank.until', { at: dates.short(until) });
  if (!hasAll)
    return {
      fine: [],
      open: [{ key: 'bank', row: <CheckRow state="open" title={received} text={t('bank.maybe')} /> }],
    };
  const counts = t('bank.counts', {
    payments: t('words.payments', { count: sums.qr_count }),
    refunds: t('figures.refundCount', { count: sums.qr_refund_count }),
  });
  return {
    open: [],
    fine: [
      { title: t('bank.same'), text: `${counts} ${received}`, sum: formatAmount(sums.qr - sums.qr_refunds) },
    ],
  };
};

const useFiscal = ({ fiscal }: DayToClose): Checked => {
  const { t } = useTranslation('closing');
  const navigate = useNavigate();
  if (!fiscal) return { open: [], fine: [] };
  const { sales, returns } = fiscal;
  const text = t('fiscal.counts', {
    done: formatCount(sales.done),
    count: formatCount(sales.count),
    doneReturns: formatCount(returns.done),
    returns: formatCount(returns.count),
  });
  if (sales.done === sales.count && returns.done === returns.count)
    return { open: [], fine: [{ title: t('fiscal.all'), text }] };
  const row = (
    <CheckRow state="open" title={t('fiscal.some', { done: sales.done, count: sales.count })} text={text}>
      <Act size="compact-sm" onClick={() => void navigate({ to: '/today' })} text={t('words.show')} />
    </CheckRow>
  );
  return { fine: [], open: [{ key: 'fiscal', row }] };
};

/** Unknown outcomes, QR codes that can still be paid, and carts set aside. */
const useUnfinished = ({ day }: DayToClose): Checked => {
  const { t } = useTranslation('closing');
  const carts = useQuery(cartsQuery(false)).data?.results ?? [];
  const codes = useQuery(openInvoicesQuery()).data;
  const [left, setLeft] = useState<readonly string[]>([]);
  const leave = (key: string) => setLeft((before) => [...before, key]);
  const doubts = day.attempts_in_doubt;
  const rows = [
    ...(doubts > 0
      ? [
          {
            key: 'doubts',
            row: (
              <CheckRow
                state="open"
                title={t('unfinished.doubts', { count: doubts })}
                text={t('unfinished.doubtsText')}
              />
            ),
          },
        ]
      : []),
    ...(codes && codes.count > 0
      ? [
          {
            key: 'codes',
            row: <OpenCodes codes={codes.results} sum={codes.total_amount} onLeave={() => leave('codes')} />,
          },
        ]
      : []),
    ...(carts.length > 0
      ? [{ key: 'carts', row: <HeldCartsRow carts={carts} onLeave={() => leave('carts')} /> }]
      : []),
  ];
  return {
    open: rows.filter(({ key }) => !left.includes(key)),
    fine: [{ title: t('unfinished.none'), text: t('unfinished.noneText') }],
  };
};

interface OpenCodesProps {
  codes: readonly OpenInvoice[];
  sum: number;
  onLeave(): void;
}

const OpenCodes = ({ codes, sum, onLeave }: OpenCodesProps) => {
  const { t } = useTranslation('closing');
  const invalidate = useInvalidate();
  const { isBusy, failure, run } = useAction();
  const end = (): void =>
    void run(async () => {
      try {
        for (const { id } of codes) await call(`invoices/${id}/withdraw/`, { method: 'POST' });
      } finally {
        await invalidate('invoice');
      }
    });
  return (
    <CheckRow
      state="open"
      title={t('unfinished.codes', { count: codes.length, sum: formatAmount(sum) })}
      text={codes
        .map((code) => `${ownReference(code) || `№ ${code.number_display}`}: ${formatAmount(code.amount)}`)
        .join(' · ')}
      below={failure ? <FailureLine failure={failure} /> : null}
    >
      <Act
        size="compact-sm"
        loading={isBusy}
        onClick={end}
        text={t(codes.length === 2 ? 'unfinished.cancelBoth' : 'unfinished.cancel', { count: codes.length })}
      />
      <Act size="compact-sm" onClick={onLeave} text={t('words.leave')} {...QUESTION} />
    </CheckRow>
  );
};

/** Shifts of the day that were closed with a difference. */
const useClosedShifts = ({ cash }: DayToClose): Checked['open'] => {
  const { t } = useTranslation('closing');
  const navigate = useNavigate();
  return cash.shifts.flatMap(({ id, difference, closed_by, closing_remark }) => {
    if (difference === null || difference === 0) return [];
    const sum = formatAmount(Math.abs(difference));
    const row = (
      <CheckRow
        key={id}
        state={toneOfDifference(difference) === 'failed' ? 'wrong' : 'open'}
        title={t(difference < 0 ? 'cash.missing' : 'cash.over', { sum })}
        text={[t('cash.shiftBy', { by: closed_by ?? '' }), closing_remark].filter(Boolean).join('. ')}
      >
        <Act
          size="compact-sm"
          onClick={() => void navigate({ to: '/shift', search: { open: id } })}
          text={t('cash.openShift')}
        />
      </CheckRow>
    );
    return [{ key: `shift-${id}`, row }];
  });
};
