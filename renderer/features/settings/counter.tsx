import { Box, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CASH_RECEIPTS, CASH_ROUNDINGS } from '../../../shared/api/settings.ts';
import { Hint } from '../../kit/act.tsx';
import { Panel } from '../../kit/panel.tsx';
import { ScaleLabels } from './scanning.tsx';
import { LongText, SettingForm } from './setting-form.tsx';
import type { SettingName } from './use-setting.ts';

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
  name: SettingName;
  values: readonly Value[];
  label(value: Value): string;
}

/** What it means at the left, the choice at the right; saved at once. */
const Choice = <Value extends string>({ name, values, label }: ChoiceProps<Value>) => (
  <SettingForm
    name={name}
    isChosen
    input={({ value, put }, labels) => (
      <Group justify="space-between" gap="xs lg">
        <Box flex="1 1 16rem">
          <Text fw={550} size="sm">
            {labels.label}
          </Text>
          <Hint>{labels.description}</Hint>
        </Box>
        <SegmentedControl
          size="xs"
          aria-label={String(labels.label)}
          value={value}
          onChange={(chosen) => put({ value: chosen })}
          data={values.map((each) => ({ value: each, label: label(each) }))}
        />
      </Group>
    )}
  />
);

/** The owner's rules for refunds. */
const Refunds = () => {
  const { t } = useTranslation('settings');
  return (
    <Panel title={t('refunds.title')} text={t('refunds.text')}>
      <SettingForm
        name="refund_reasons"
        input={(field, labels) => <LongText field={field} labels={labels} />}
      />
      <Choice name="refund_reason_required" values={['yes', 'no']} label={(value) => t(`refunds.${value}`)} />
    </Panel>
  );
};
