import { useTranslation } from 'react-i18next';
import type { Shift } from '../../../shared/api/shifts.ts';
import { Facts } from '../../kit/facts.tsx';
import paper from '../../shop/paper.module.css';
import { RollRows, SheetFacts } from '../../shop/roll-rows.tsx';
import { Print } from '../../shop/tasks/print-menu.tsx';
import { useShiftFacts } from './use-shift-texts.ts';

interface ShiftProps {
  shift: Shift;
}

export const ShiftFacts = ({ shift }: ShiftProps) => {
  const factsOf = useShiftFacts();
  return <Facts facts={factsOf(shift)} />;
};

export const ShiftPrint = ({ shift }: ShiftProps) => (
  <Print
    papers={['a4', 'roll']}
    fileName={`kramar-shift-${shift.id}`}
    isReady
    sheet={(kind) => (kind === 'roll' ? <ShiftRoll shift={shift} /> : <ShiftA4 shift={shift} />)}
  />
);

const Title = ({ shift }: ShiftProps) => {
  const { t } = useTranslation('shift');
  return <h1>{t('sheet.title', { number: shift.id })}</h1>;
};

const ShiftA4 = ({ shift }: ShiftProps) => {
  const { t } = useTranslation('shift');
  const factsOf = useShiftFacts();
  return (
    <section className={paper.a4}>
      <div className={paper.top}>
        <Title shift={shift} />
        <div className={paper.warning}>{t('sheet.notFiscal')}</div>
      </div>
      <SheetFacts facts={factsOf(shift)} />
    </section>
  );
};

const ShiftRoll = ({ shift }: ShiftProps) => {
  const { t } = useTranslation('shift');
  const factsOf = useShiftFacts();
  return (
    <section className={paper.roll}>
      <Title shift={shift} />
      <hr />
      <RollRows rows={factsOf(shift)} />
      <hr />
      <p className={paper.warning}>{t('sheet.notFiscal')}</p>
    </section>
  );
};
