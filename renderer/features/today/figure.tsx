import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import type { InvoicesSearch } from '../invoices/search.ts';
import type { Change } from './compare.ts';
import type { FigureName } from './figure-values.ts';
import classes from './figures.module.css';
import { iso } from './ranges.ts';

interface FigureProps {
  name: FigureName;
  value: number;
  /** undefined while it is not known what to measure by */
  change: Change | undefined;
  then: number | undefined;
  /** What it is measured by: `минулої суботи`, `14:32`. */
  against: { weekday: string; time: string };
  range: { start: number; end: number };
}

/** One figure of the day; it leads to the invoices that it sums. */
export const Figure = ({ name, value, change, then, against, range }: FigureProps) => {
  const { t } = useTranslation('today');
  const shown = (figure: number) => (name === 'count' ? String(figure) : formatAmount(figure));
  return (
    <Link to="/invoices" search={searchOf(name, range)} className={classes.figure} data-figure={name}>
      <span className={classes.label}>{t(`figures.${name}`)}</span>
      <span className={`figures ${classes.value}`}>{shown(value)}</span>
      <span className={classes.change}>
        {change ? <ChangeText change={change} against={against} isFull={name === 'gross'} /> : null}
        {then !== undefined && name === 'gross' && change && 'percent' in change ? (
          <span className="figures">{t('figures.then', { value: shown(then) })}</span>
        ) : null}
      </span>
    </Link>
  );
};

/** Refunds have a time of their own, which the list can be asked for but not ordered by. */
const searchOf = (name: FigureName, { start, end }: FigureProps['range']): InvoicesSearch =>
  name === 'refunds'
    ? { refunded_from: iso(start), refunded_to: iso(end), ordering: '-modified_date' }
    : { paid_from: iso(start), paid_to: iso(end), ordering: '-paid_date' };

interface ChangeTextProps extends Pick<FigureProps, 'against'> {
  change: Change;
  /** Whether what it is measured by is to be seen; to be heard it is always. */
  isFull: boolean;
}

const ChangeText = ({ change, against, isFull }: ChangeTextProps) => {
  const { t } = useTranslation('today');
  const measure = t(`against.${change.kind}`, against);
  return (
    <>
      {'percent' in change ? <Percent change={change} /> : <span>{t(`change.${change.kind}`)}</span>}
      {isFull ? <span>{measure}</span> : <VisuallyHidden> {measure}</VisuallyHidden>}
    </>
  );
};

const Percent = ({ change: { kind, percent } }: { change: Extract<Change, { percent: number }> }) => {
  const { t } = useTranslation('today');
  const Arrow = kind === 'more' ? IconArrowUp : IconArrowDown;
  return (
    <strong className={`figures ${classes.percent}`}>
      <Arrow size={14} stroke={2.4} aria-hidden />
      {t(`change.${kind}`, { percent })}
    </strong>
  );
};
