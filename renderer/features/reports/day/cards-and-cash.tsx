import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { DayCash } from '../../../../shared/api/shifts.ts';
import { Panel, PanelPart } from '../../../ui/panel.tsx';
import classes from './day.module.css';
import { useCashLines } from './use-cash-lines.ts';

/** The cards and the cash of a day apart, with its shifts. */
export const CardsAndCash = ({ day, cash }: { day: DayClose; cash: DayCash }) => {
  const { t } = useTranslation('reports');
  return (
    <Panel
      title={t('cash.title')}
      text={t('cash.note')}
      actions={
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/shift" />}>
          {t('cash.toShift')}
        </Anchor>
      }
    >
      <PanelPart>
        <dl className={classes.cash}>
          {useCashLines(day, cash).map(({ key, name, value }) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      </PanelPart>
    </Panel>
  );
};
