import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CASH_RECEIPTS, CASH_ROUNDINGS } from '../../../shared/api/counter.ts';
import { Panel } from '../../kit/panel.tsx';
import { LongText } from './long-text.tsx';
import { ScaleLabels } from './scanning.tsx';
import { SettingForm } from './setting-form.tsx';

/** The rules at the counter: cash, refunds, labels of scales. */
export const CounterSection = () => (
  <>
    <Cash />
    <Refunds />
    <Parts />
    <ScaleLabels />
  </>
);

const Cash = () => {
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
      <SettingForm
        name="discount_limit"
        input={({ value, edit }, labels) => (
          <TextInput
            {...labels}
            inputMode="numeric"
            styles={{ wrapper: { maxWidth: '24rem' } }}
            value={value}
            onChange={(event) => edit({ value: event.currentTarget.value })}
          />
        )}
      />
    </Panel>
  );
};

/** What the counter has besides. */
const Parts = () => {
  const { t } = useTranslation('settings');
  const label = (value: 'yes' | 'no') => t(`refunds.${value}`);
  return (
    <Panel title={t('counter.parts')}>
      <Choice name="held_carts" values={['yes', 'no']} label={label} />
      <Choice name="customer_screen" values={['yes', 'no']} label={label} />
    </Panel>
  );
};

interface ChoiceProps<Value extends string> {
  name: 'takes_cash' | 'cash_rounding' | 'cash_receipts' | 'held_carts' | 'customer_screen';
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

/** The owner's rules for refunds. */
const Refunds = () => {
  const { t } = useTranslation('settings');
  return (
    <Panel title={t('refunds.title')} text={t('refunds.text')}>
      <SettingForm
        name="refund_reasons"
        input={(field, labels) => <LongText field={field} labels={labels} />}
      />
      <SettingForm
        name="refund_reason_required"
        isChosen
        input={({ value, put }, labels) => (
          <Input.Wrapper {...labels}>
            <div>
              <SegmentedControl
                size="xs"
                aria-label={t('fields.label.refund_reason_required')}
                value={value}
                onChange={(chosen) => put({ value: chosen })}
                data={[
                  { value: 'yes', label: t('refunds.yes') },
                  { value: 'no', label: t('refunds.no') },
                ]}
              />
            </div>
          </Input.Wrapper>
        )}
      />
    </Panel>
  );
};
