import { Input, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CASH_RECEIPTS, CASH_ROUNDINGS } from '../../../shared/api/counter.ts';
import { Panel } from '../../kit/panel.tsx';
import { SettingForm } from './setting-form.tsx';

/** How the shop deals with cash. */
export const Counter = () => {
  const { t } = useTranslation('settings');
  return (
    <Panel title={t('counter.title')} text={t('counter.text')}>
      <Choice name="takes_cash" values={['yes', 'no']} label={(value) => t(`refunds.${value}`)} />
      <Choice
        name="cash_rounding"
        values={CASH_ROUNDINGS}
        label={(value) => (value === 'off' ? t('counter.exact') : t('counter.step', { step: value }))}
      />
      <Choice name="cash_receipts" values={CASH_RECEIPTS} label={(value) => t(`counter.receipts.${value}`)} />
    </Panel>
  );
};

interface ChoiceProps<Value extends string> {
  name: 'takes_cash' | 'cash_rounding' | 'cash_receipts';
  values: readonly Value[];
  label(value: Value): string;
}

const Choice = <Value extends string>({ name, values, label }: ChoiceProps<Value>) => {
  const { t } = useTranslation('settings');
  return (
    <SettingForm
      name={name}
      isChosen
      input={({ value, put }, labels) => (
        <Input.Wrapper {...labels}>
          <div>
            <SegmentedControl
              size="xs"
              aria-label={t(`fields.label.${name}`)}
              value={value}
              onChange={(chosen) => put({ value: chosen })}
              data={values.map((each) => ({ value: each, label: label(each) }))}
            />
          </div>
        </Input.Wrapper>
      )}
    />
  );
};
