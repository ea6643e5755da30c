import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayClosure } from '../../../../shared/api/closures.ts';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { DayFiscal } from '../../../../shared/api/fiscal-checks.ts';
import type { DayCash } from '../../../../shared/api/shifts.ts';
import { currencyCode, formatAmount } from '../../../../shared/money.ts';
import { terminalsQuery } from '../../../api/queries.ts';
import { formatCount } from '../../../lib/count.ts';
import { startOfDay } from '../../../lib/zone.ts';
import paper from '../../../shop/paper.module.css';
import { PaperLogo, useHasLogo } from '../../../shop/paper-logo.tsx';
import { RollRows, SheetFacts } from '../../../shop/roll-rows.tsx';
import { useAccount } from '../../../shop/session/account.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { useTaxNumber } from '../../../shop/use-seller.ts';
import { averageOf } from '../sales/rows.ts';
import classes from '../sales/sheet.module.css';
import { notesOf, SUMS, sectionsOf } from './sections.ts';
import { useCashLines } from './use-cash-lines.ts';
import { useDayFacts, useNoteText, usePointName } from './use-day-words.ts';
import { useFiscalLines } from './use-fiscal-lines.ts';

interface SheetProps {
  day: DayClose;
}

interface DaySheetProps extends SheetProps {
  cash: DayCash;
  /** undefined: no terminal issues fiscal receipts, or they are not known. */
  fiscal: DayFiscal | undefined;
  /** undefined: the day is not closed. */
  closure?: DayClosure | undefined;
}

const ALL_COLUMNS = ['count', 'gross', 'refunds', 'fee', 'net'] as const;
const OWNERS: ReadonlySet<string> = new Set(['fee', 'net']);

/** People stand apart from two on, with QR and cash together. */
const sectionsOnPaper = (day: DayClose, { people }: DayCash) =>
  sectionsOf({ ...day, by_employee: people }).filter(
    ({ name, points }) => name !== 'employee' || points.length > 1,
  );

/** The day summary on A4. */
export const DayA4 = ({ day, cash, fiscal, closure }: DaySheetProps) => {
  const { is_owner: isOwner } = useAccount();
  const { t } = useTranslation('reports');
  const pointName = usePointName();
  // The bank's fee is the owner's business alone.
  const columns = ALL_COLUMNS.filter((name) => isOwner || !OWNERS.has(name));
  const shown = (name: (typeof columns)[number], value: number): string =>
    name === 'count' ? formatCount(value) : formatAmount(value);
  const cells = (sums: Record<(typeof columns)[number], number>) =>
    columns.map((name) => (
      <td key={name} className={paper.number}>
        {shown(name, sums[name])}
      </td>
    ));
  return (
    <section className={paper.a4}>
      <div className={paper.top}>
        <Title day={day} closure={closure} />
        <div className={paper.warning}>{t('day.notFiscalShort')}</div>
      </div>
      <Notes day={day} />
      <table className={`${paper.goods} ${classes.lines}`}>
        <thead>
          <tr>
            <th />
            {columns.map((name) => (
              <th key={name} className={paper.number}>
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sectionsOnPaper(day, cash).map(({ name, points }) => (
            <Fragment key={name}>
              <tr>
                <th colSpan={columns.length + 1}>{t(`day.by.${name}`)}</th>
              </tr>
              {points.map((point) => (
                <tr key={point.key}>
                  <td>{pointName(name, point)}</td>
                  {cells(point)}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th>{t('table.total')}</th>
            {cells(day.totals)}
          </tr>
        </tfoot>
      </table>
      <SheetFacts facts={[...useCashLines(day, cash, closure), ...useDayFacts(day)]} />
      <Fiscal fiscal={fiscal} kind="a4" />
    </section>
  );
};

interface FiscalProps extends Pick<DaySheetProps, 'fiscal'> {
  kind: 'a4' | 'roll';
}

const Fiscal = ({ fiscal, kind }: FiscalProps) => {
  const { t } = useTranslation('reports');
  const linesOf = useFiscalLines();
  if (!fiscal) return null;
  const returns = fiscal.returns.count === 0 ? [] : linesOf(fiscal, 'returns');
  const lines = [...linesOf(fiscal, 'sales'), ...returns];
  if (lines.length === 0) return null;
  return (
    <>
      {kind === 'roll' ? <hr /> : null}
      <p>{t('fiscal.title')}</p>
      {kind === 'roll' ? <RollRows rows={lines} /> : <SheetFacts facts={lines} />}
    </>
  );
};

/** The day summary on a roll of the receipt printer. */
export const DayRoll = ({ day, cash, fiscal, closure }: DaySheetProps) => {
  const { is_owner: isOwner } = useAccount();
  const { t } = useTranslation('reports');
  const pointName = usePointName();
  const { totals } = day;
  return (
    <section className={paper.roll}>
      <Title day={day} closure={closure} />
      <hr />
      <table>
        <tbody>
          {SUMS.filter((name) => isOwner || !OWNERS.has(name)).map((name) => (
            <tr key={name} className={name === 'net' ? paper.total : undefined}>
              <th scope="row">{t(`columns.${name}`)}</th>
              <td>{formatAmount(totals[name])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('columns.count')}</th>
            <td>{formatCount(totals.count)}</td>
          </tr>
          <tr>
            <th scope="row">{t('figures.average')}</th>
            <td>{formatAmount(averageOf(totals))}</td>
          </tr>
        </tbody>
      </table>
      <hr />
      <p>{t('cash.title')}</p>
      <RollRows rows={useCashLines(day, cash, closure)} />
      <Fiscal fiscal={fiscal} kind="roll" />
      {sectionsOnPaper(day, cash).map(({ name, points }) => (
        <Fragment key={name}>
          <hr />
          <p>{t(`day.by.${name}`)}</p>
          <table>
            <tbody>
              {points.map((point) => (
                <tr key={point.key}>
                  <td>
                    {pointName(name, point)}
                    <div className={paper.small}>
                      {t('day.rollLine', {
                        count: formatCount(point.count),
                        refunds: formatAmount(point.refunds),
                      })}
                    </div>
                  </td>
                  <td>{formatAmount(point.gross)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Fragment>
      ))}
      <hr />
      <RollRows rows={useDayFacts(day)} className={paper.small} />
      <hr />
      <Notes day={day} />
      <p className={paper.warning}>{t('day.notFiscalShort')}</p>
    </section>
  );
};

/** The shop and its sellers by the bank's data; a shop may have terminals of several. */
const Title = ({ day, closure }: SheetProps & Pick<DaySheetProps, 'closure'>) => {
  const { t } = useTranslation('reports');
  const taxText = useTaxNumber();
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const sold = new Set(day.by_terminal.map(({ key }) => Number(key)));
  const sellers = new Set(
    terminals
      .filter(({ id, merchant_name }) => merchant_name !== '' && (sold.size === 0 || sold.has(id)))
      .map(({ merchant_name, edrpou }) => [merchant_name, taxText(edrpou)].filter(Boolean).join(', ')),
  );
  const dates = useDates();
  const hasLogo = useHasLogo();
  return (
    <div>
      <PaperLogo name={day.shop_name} />
      <h1>{hasLogo ? t('day.title') : day.shop_name || t('day.title')}</h1>
      {[...sellers].map((seller) => (
        <p key={seller}>{seller}</p>
      ))}
      {hasLogo || day.shop_name === '' ? null : <p>{t('day.title')}</p>}
      <p>
        {dates.namedDay(startOfDay(day.date, day.time_zone))},{' '}
        {t(day.is_over ? 'day.over' : 'day.goesOn').toLowerCase()}
      </p>
      {closure ? (
        <p>
          {t('day.closed', {
            by: closure.closed_by ?? 'Kramar',
            at: dates.moment(Date.parse(closure.closed_at)),
          })}
        </p>
      ) : null}
    </div>
  );
};

const Notes = ({ day }: SheetProps) => {
  const { t } = useTranslation('reports');
  const noteText = useNoteText();
  const notes = notesOf(day).map((note) => ({ key: note.kind, ...noteText(note) }));
  const currencies = day.other_currencies.map(({ ccy, gross, refunds }) => ({
    key: ccy,
    title: t('currency.title', { code: currencyCode(ccy) }),
    text: t('currency.text', { received: formatAmount(gross, ccy), refunds: formatAmount(refunds, ccy) }),
  }));
  return [...notes, ...currencies].map(({ key, title, text }) => (
    <p key={key}>
      {title} {text}
    </p>
  ));
};
