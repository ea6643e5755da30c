import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { DayClose } from '../../../../shared/api/day-close.ts';
import type { DayCash } from '../../../../shared/api/shifts.ts';
import { Facts } from '../../../kit/facts.tsx';
import { Panel, PanelPart } from '../../../kit/panel.tsx';
import { useCashLines } from './use-cash-lines.ts';

/** The cards and the cash of a day apart, with its shifts. */
export const CardsAndCash = ({ day, cash }: { day: DayClose; cash: DayCash }) => {
  const { t } = useTranslation('reports');
  const lines = useCashLines(day, cash);
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
        <Facts facts={lines.filter(({ isShift }) => !isShift)} />
      </PanelPart>
      {lines.map(({ name, value, isShift }) =>
        isShift ? (
          <PanelPart key={name}>
            <Text size="sm" className="figures">
              <strong>{name}.</strong> {value}
            </Text>
          </PanelPart>
        ) : null,
      )}
    </Panel>
  );
};
