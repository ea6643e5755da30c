import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../shared/api/invoices.ts';
import { formatAmount } from '../../../shared/money.ts';
import { lastDigits, leftOf, refundedOf, systemName } from '../../lib/invoices.ts';
import list from '../../ui/list-table.module.css';
import { Money } from '../../ui/money.tsx';
import { cut, dimmed, number, plainCell, plainRow, small, strong } from '../../ui/plain-row.ts';
import { moveRowFocus } from '../../ui/row-focus.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './table.module.css';

interface InvoiceRowProps {
  invoice: Invoice;
  register: string | undefined;
  isOpen: boolean;
  isTabStop: boolean;
  /** As they are to be read; "" when it was not paid. */
  created: string;
  paid: string;
  onFocus(id: number): void;
}

/** The link in the first cell reaches over the whole row: it is opened as any link is, in a new tab too. */
const Row = ({ invoice, register, isOpen, isTabStop, created, paid, onFocus }: InvoiceRowProps) => {
  const { t } = useTranslation('invoices');
  const { t: common } = useTranslation();
  const { id, number_display, amount, status, reference } = invoice;
  return (
    <tr {...plainRow(list.row)} data-open={isOpen || undefined}>
      <td className={plainCell()}>
        <Link
          to="/invoices/$invoiceId"
          params={{ invoiceId: String(id) }}
          search
          resetScroll={false}
          preload={false}
          className={list.link}
          tabIndex={isTabStop ? 0 : -1}
          data-invoice={id}
          data-row
          aria-label={t('table.open', { number: number_display, amount: formatAmount(amount) })}
          onFocus={() => onFocus(id)}
          onKeyDown={moveRowFocus}
        >
          {number_display}
        </Link>
      </td>
      <td className={plainCell()}>{created}</td>
      <td className={plainCell(classes.status)} title={common(`status.${status}`)}>
        <StatusBadge status={status} />
      </td>
      <td className={plainCell(number)}>
        <AmountCell invoice={invoice} t={t} />
      </td>
      <td className={plainCell(classes.third)}>
        <div className={cut(classes.reference)} title={reference}>
          {reference}
        </div>
      </td>
      <td className={plainCell(classes.first)}>
        <CardCell invoice={invoice} />
      </td>
      <td className={plainCell(classes.second)}>
        <PlaceCell invoice={invoice} register={register} t={t} />
      </td>
      <td className={plainCell(classes.second)}>{paid}</td>
    </tr>
  );
};

/** A list that is read anew draws only the rows that are another: TanStack Query keeps what is equal as it was. */
export const InvoiceRow = memo(Row);

interface CellProps extends Pick<InvoiceRowProps, 'invoice'> {
  t: TFunction<'invoices'>;
}

const AmountCell = ({ invoice, t }: CellProps) => {
  const isPart = invoice.status === 'success' && refundedOf(invoice) > 0;
  return (
    <>
      <div className={strong}>
        <Money minor={invoice.amount} />
      </div>
      {isPart ? (
        <div className={`${small} ${classes.left}`} data-tone="returned">
          {t('table.left', { amount: formatAmount(leftOf(invoice)) })}
        </div>
      ) : null}
    </>
  );
};

const CardCell = ({ invoice: { masked_pan, payment_system } }: Pick<InvoiceRowProps, 'invoice'>) => {
  const digits = lastDigits(masked_pan);
  return digits === '' ? null : (
    <>
      •• {digits} <span className={`${small} ${dimmed}`}>{systemName(payment_system)}</span>
    </>
  );
};

const PlaceCell = ({ invoice, register, t }: CellProps & Pick<InvoiceRowProps, 'register'>) => {
  const place = [invoice.terminal_name, register].filter(Boolean).join(' · ');
  return (
    <div className={cut(classes.place)} title={place}>
      {place}
      {invoice.created_locally ? null : <div className={`${small} ${dimmed}`}>{t('table.foreign')}</div>}
    </div>
  );
};
