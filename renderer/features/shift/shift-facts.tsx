import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Shift } from '../../../shared/api/shifts.ts';
import { systemQuery } from '../../api/queries.ts';
import { Facts } from '../../kit/panel.tsx';
import type { SheetPart } from '../../shop/paper-view.tsx';
import { Print } from '../../shop/tasks/print-menu.tsx';
import { useShiftFacts } from './use-shift-texts.ts';

interface ShiftProps {
  shift: Shift;
}

export const ShiftFacts = ({ shift }: ShiftProps) => {
  const factsOf = useShiftFacts();
  return <Facts facts={factsOf(shift)} />;
};

export const ShiftPrint = ({ shift }: ShiftProps) => {
  const { t } = useTranslation('shift');
  const factsOf = useShiftFacts();
  const { data: system } = useQuery(systemQuery);
  const rule: SheetPart = { kind: 'rule' };
  const name: SheetPart = { kind: 'name', text: system?.shop_name ?? '' };
  const title: SheetPart = { kind: 'title', text: t('sheet.title', { number: shift.id }) };
  const warning: SheetPart = { kind: 'warning', text: t('sheet.notFiscal') };
  const facts = factsOf(shift).map(({ name, value }): SheetPart => ({ kind: 'fact', text: name, value }));
  return (
    <Print
      papers={['a4', 'roll']}
      fileName={`kramar-shift-${shift.id}`}
      isReady
      partsOf={(size) =>
        size === 'a4' ? [name, title, warning, ...facts] : [name, title, rule, ...facts, rule, warning]
      }
    />
  );
};
