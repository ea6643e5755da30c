import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sale } from '../../../shared/api/sales.ts';
import { formatAmount, groupedAmount } from '../../../shared/money.ts';
import { cashRegistersQuery } from '../../api/queries.ts';
import { type Column, column } from '../../kit/data-table.tsx';
import { hasWord, Marked } from '../../kit/marked.tsx';
import { cut, dimmed, small, strong } from '../../kit/plain-row.ts';
import { markedWords } from '../../lib/amount-search.ts';
import type { OrderField } from '../../lib/invoice-search.ts';
import { lastDigits, ownReference, refundedOf, systemName } from '../../lib/invoices.ts';
import { saleLink } from '../../shop/sale-link.ts';
import { StatusBadge } from '../../shop/status-badge.tsx';
import { useDates, useToday } from '../../shop/use-dates.ts';
import { TENDER_WORDS, useGoodsText } from '../../shop/use-sale-texts.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import classes from './columns.module.css';

/**
 * The columns of the list, of fixed widths. A narrower list shows fewer.
 * @param search its search text, which is marked in the cells
 */
export const useSaleColumns = (search: string): Column<Sale, OrderField>[] => {
  const { t } = useTranslation('invoices');
  const { data: registers } = useQuery(cashRegistersQuery);
  const { cash, people } = useShopFacts();
  const dates = useDates();
  const today = useToday();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at midnight "today" changes
  return useMemo(() => {
    const moment = (at: string | null): string => (at === null ? '' : dates.short(Date.parse(at)));
    const words = markedWords(search);
    return [
      column('number', t('table.number'), (sale, link) => <NumberCell {...{ sale, link, words }} />, {
        field: 'number',
        width: cash ? '7rem' : '5.75rem',
      }),
      column('created', t('table.created'), ({ created_date }) => moment(created_date), {
        field: 'created_date',
        className: classes.created,
        width: '9.25rem',
      }),
      ...(cash
        ? [
            column<Sale, OrderField>('tender', t('cash.tender'), ({ tender }) => t(TENDER_WORDS[tender]), {
              className: classes.tender,
              width: '6.5rem',
            }),
          ]
        : []),
      column('status', t('table.status'), (sale) => <StatusCell sale={sale} />, {
        field: 'status',
        className: classes.status,
      }),
      column('amount', t('words.amount'), (sale) => <AmountCell sale={sale} words={words} />, {
        field: 'amount',
        isNumber: true,
        className: classes.amount,
      }),
      column(
        'reference',
        t(cash ? 'table.what' : 'table.reference'),
        (sale) => <WhatCell sale={sale} words={words} />,
        classes.reference,
      ),
      column(
        'card',
        t('words.card'),
        ({ invoice }) => {
          const digits = lastDigits(invoice?.masked_pan ?? '');
          return digits === '' ? null : (
            <>
              •• <Marked text={digits} words={words} />{' '}
              <span className={`${small} ${dimmed}`}>{systemName(invoice?.payment_system ?? '')}</span>
            </>
          );
        },
        { className: classes.card, width: '9.5rem' },
      ),
      ...(people
        ? [
            column<Sale, OrderField>(
              'who',
              t('words.who'),
              ({ made_by }) => <Cut text={made_by} />,
              classes.who,
            ),
          ]
        : []),
      column(
        'place',
        t('place.terminal'),
        ({ invoice }) => {
          const register = registers?.find(({ id }) => id === invoice?.cash_register)?.name;
          return (
            <Cut text={[invoice?.terminal_name, register].filter(Boolean).join(' · ')}>
              {invoice?.created_locally === false ? (
                <div className={`${small} ${dimmed}`}>{t('table.foreign')}</div>
              ) : null}
            </Cut>
          );
        },
        classes.place,
      ),
      column('paid', t('words.paid'), (sale) => moment(paidDate(sale)), {
        field: 'paid_date',
        className: classes.paid,
        width: '9.25rem',
      }),
    ];
  }, [t, registers, cash, people, dates, today, search]);
};

/** Cash is paid as soon as it is entered. */
const paidDate = ({ invoice, status, cash_sale, created_date }: Sale): string | null => {
  if (invoice) return invoice.paid_date;
  return cash_sale?.is_refund || (status !== 'success' && status !== 'reversed') ? null : created_date;
};

const Cut = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className={cut(undefined)} title={text}>
    {text}
    {children}
  </div>
);

interface NumberCellProps extends MarkedCellProps {
  link: Parameters<Column<Sale>['cell']>[1];
}

/** A return has no number of its own. */
const NumberCell = ({ sale, link, words }: NumberCellProps) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { cash } = useShopFacts();
  const { id, number_display, created_date, cash_sale } = sale;
  const number = number_display || t(cash_sale?.is_refund ? 'cash.return' : 'cash.entry');
  return (
    <>
      <Link
        {...link}
        {...saleLink(sale)}
        search
        resetScroll={false}
        preload={false}
        data-invoice={id}
        aria-label={t('table.open', { number, amount: formatAmount(sale.amount, sale.invoice?.ccy) })}
      >
        <Marked text={number} words={words} />
      </Link>
      <div className={`${small} ${dimmed} ${classes.below}`}>
        <time dateTime={created_date}>{dates.brief(Date.parse(created_date))}</time>
        {cash ? ` · ${t(TENDER_WORDS[sale.tender])}` : null}
      </div>
    </>
  );
};

/** What was given back of a sale that counts. What was not captured of a hold was never taken, and is no refund. */
const refundedPart = ({ invoice, outcome, cash_sale, status, kind }: Sale): number => {
  if (status !== 'success') return 0;
  if (cash_sale && (kind === 'cash_sale' || cash_sale.status === 'done'))
    return cash_sale.total - cash_sale.left;
  return invoice ? refundedOf(invoice, invoice.amount - (outcome?.uncaptured ?? 0)) : 0;
};

const VOIDED = { ending: 'cancelled', is_held: false, payable_until: null } as const;

/** The status, below it until when a declined QR can still be paid and why it was declined, or that a part was refunded. */
const StatusCell = ({ sale }: { sale: Sale }) => {
  const { t } = useTranslation('invoices');
  const dates = useDates();
  const { status, invoice, outcome, cash_sale } = sale;
  const until = outcome?.payable_until;
  const declined =
    status === 'failure'
      ? [
          until ? t('table.payableUntil', { time: dates.short(Date.parse(until)) }) : '',
          outcome?.reason || invoice?.failure_reason,
        ]
      : [];
  // That it awaits payment is its status.
  const isToSettle = cash_sale && !cash_sale.is_refund;
  const atTill =
    isToSettle && cash_sale.status !== 'done' && cash_sale.status !== 'waiting'
      ? t(`cash.status.${cash_sale.status}`)
      : '';
  const reason = [...declined, atTill].filter(Boolean).join(' · ');
  return (
    <>
      <StatusBadge status={status} outcome={outcome ?? VOIDED} />
      {reason === '' ? null : (
        <div className={`two-lines ${small} ${dimmed} ${classes.reason}`} title={reason} data-failure-reason>
          {reason}
        </div>
      )}
      {refundedPart(sale) > 0 ? (
        <div>
          <Box
            component="span"
            fz="xs"
            lh={1.2}
            fw={550}
            c="var(--tone)"
            data-tone="returned"
            data-status="part"
          >
            {t('table.refundedPart')}
          </Box>
        </div>
      ) : null}
    </>
  );
};

interface MarkedCellProps {
  sale: Sale;
  /** To be marked. */
  words: readonly string[];
}

/** All of it; below, both parts, and what was given back. */
const AmountCell = ({ sale, words }: MarkedCellProps) => {
  const { t } = useTranslation('invoices');
  const { amount, invoice, outcome, cash_sale } = sale;
  const text = (minor: number): string => formatAmount(minor, invoice?.ccy);
  const inCash = cash_sale?.amount ?? outcome?.cash_part?.amount ?? 0;
  const qr = cash_sale?.qr?.amount ?? invoice?.amount ?? 0;
  const refunded = refundedPart(sale);
  const sum = <Marked text={text(cash_sale?.is_refund ? -amount : amount)} words={words} />;
  return (
    <>
      <div className={`figures ${strong}`}>{cash_sale?.voided_at ? <s>{sum}</s> : sum}</div>
      {sale.tender === 'parts' ? (
        <div className={`figures ${small} ${dimmed} ${classes.beside}`}>
          {groupedAmount(inCash)} + {t('words.qr')} {groupedAmount(qr)}
        </div>
      ) : null}
      {refunded > 0 ? (
        <div
          className={`figures toned ${small} ${classes.beside}`}
          data-tone="returned"
          title={t('words.amountRefunded', { amount: text(refunded) })}
        >
          −{text(refunded)}
        </div>
      ) : null}
    </>
  );
};

/**
 * The goods of a sale and its remark, of a QR the order number; where no cash is taken, the order number alone. Below it the
 * found words that no column shows.
 */
const WhatCell = ({ sale, words }: MarkedCellProps) => {
  const { t } = useTranslation('invoices');
  const goodsText = useGoodsText();
  const { invoice, cash_sale } = sale;
  const { cash } = useShopFacts();
  const reference = invoice ? ownReference(invoice) : '';
  const ofQr = cash && invoice ? { items: invoice.items, remark: reference, is_refund: false } : undefined;
  const goods = cash_sale ?? ofQr;
  const text = goods ? goodsText(goods) : reference;
  const remark = goods && goods.items.length > 0 ? goods.remark : '';
  const shown = [
    ...[text, remark, sale.number_display, lastDigits(invoice?.masked_pan ?? '')],
    formatAmount(sale.amount, invoice?.ccy),
  ];
  const isHidden = words.some((word) => !shown.some((one) => hasWord(one, word)));
  const others =
    invoice &&
    ([
      [t('words.rrn'), invoice.rrn],
      [t('details.purpose'), invoice.destination],
      [t('details.bankId'), invoice.invoice_id],
      [t('details.payer'), invoice.masked_pan],
      [t('table.reference'), invoice.reference],
    ] as const);
  const match = isHidden
    ? others?.find(([, found]) => words.some((word) => hasWord(found, word)))
    : undefined;
  const below = match ? `${match[0]}: ${match[1]}` : remark;
  return (
    <>
      <div className={cut(undefined)} title={text}>
        <Marked text={text} words={words} />
      </div>
      {below === '' ? null : (
        <div className={`${cut(undefined)} ${small} ${dimmed}`} title={below}>
          <Marked text={below} words={words} />
        </div>
      )}
    </>
  );
};
