import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../../shared/operations/webhooks.ts';
import { deliveriesQuery } from '../../../api/program-queries.ts';
import { Hint } from '../../../kit/act.tsx';
import { type Column, column, DataTable } from '../../../kit/data-table.tsx';
import { LoadingState, QueryView } from '../../../kit/query-view.tsx';
import type { Tone } from '../../../kit/theme.ts';
import { useDates } from '../../../shop/use-dates.ts';
import classes from './deliveries.module.css';

const REFRESH_MS = 2000;

interface DeliveriesProps {
  /** Id of the webhook. */
  webhook: number;
  /** Names the table. */
  label: string;
}

/** The last deliveries of a webhook with their answers, kept fresh while it is open. */
export const Deliveries = ({ webhook, label }: DeliveriesProps) => {
  const { t } = useTranslation('till');
  const query = useQuery({ ...deliveriesQuery(webhook), refetchInterval: REFRESH_MS });
  const columns = useColumns();
  return (
    <QueryView query={query} loading={<LoadingState rows={2} height={28} />}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <Hint>{t('webhooks.nothingSent')}</Hint>
        ) : (
          <div className={classes.frame}>
            <DataTable
              isPlain
              isHighlighted={false}
              label={label}
              className={classes.table}
              rows={deliveries}
              columns={columns}
              keyOf={({ id }) => id}
            />
          </div>
        )
      }
    </QueryView>
  );
};

const isAccepted = ({ status }: Delivery): boolean => status !== null && status >= 200 && status < 300;

const toneOf = (delivery: Delivery): Tone => {
  if (isAccepted(delivery)) return 'paid';
  return delivery.state === 'pending' ? 'working' : 'failed';
};

const useColumns = (): Column<Delivery>[] => {
  const { t } = useTranslation('till');
  const dates = useDates();
  const answerOf = (delivery: Delivery): string => {
    const { status, answer, attempted_at } = delivery;
    if (attempted_at === null) return t('webhooks.notSent');
    return [status ?? t('webhooks.noAnswer'), answer].filter((part) => part !== '').join(' ');
  };
  return [
    column(
      'time',
      t('requests.column.time'),
      ({ attempted_at }) => (attempted_at === null ? '—' : dates.seconds(Date.parse(attempted_at))),
      { cellClassName: 'figures' },
    ),
    column('event', t('webhooks.column.event'), ({ event, type }) =>
      event === null ? t('webhooks.testRow') : `${event} ${type}`,
    ),
    column('state', t('webhooks.column.state'), (delivery) => (
      <span className={classes.state} data-tone={toneOf(delivery)}>
        {t(`webhooks.delivery.${delivery.state}`)}
      </span>
    )),
    column('attempts', t('webhooks.column.attempts'), ({ attempts }) => attempts, {
      isNumber: true,
      cellClassName: 'figures',
    }),
    column('answer', t('requests.column.status'), answerOf, classes.answer),
  ];
};
