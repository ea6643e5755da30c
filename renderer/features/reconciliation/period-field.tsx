import { Input, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Act } from '../../kit/act.tsx';
import type { Days } from '../../lib/periods.ts';
import { PeriodPicker, useDaysText } from '../../shop/period-picker.tsx';
import { PRESETS, type Preset, presetOf } from './period.ts';
import type { ReconciliationSearch } from './search.ts';

interface PeriodFieldProps {
  search: ReconciliationSearch;
  days: Days;
  onChange(next: ReconciliationSearch): void;
}

export const PeriodField = ({ search, days, onChange }: PeriodFieldProps) => {
  const { t } = useTranslation('reconciliation');
  const daysText = useDaysText();
  const presetName = usePresetName();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const id = useId();
  const preset = presetOf(search);
  const choose = (chosen: { period?: Preset; from?: string; to?: string }): void => {
    close();
    onChange({ terminal: search.terminal, ...chosen });
  };
  return (
    <div>
      <Input.Label id={id}>{t('form.period')}</Input.Label>
      <Popover
        opened={isOpen}
        onDismiss={close}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withRoles
      >
        <Popover.Target>
          <Act
            display="block"
            fw={500}
            aria-describedby={id}
            leftSection={<IconCalendar size={18} stroke={1.7} aria-hidden />}
            onClick={toggle}
            text={preset === undefined ? daysText(days) : `${presetName(preset)}: ${daysText(days)}`}
          />
        </Popover.Target>
        <Popover.Dropdown>
          <PeriodPicker
            presets={PRESETS.map((name) => ({ name, label: presetName(name) }))}
            chosen={preset}
            onPreset={(period) => choose({ period })}
            {...days}
            onDays={choose}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  );
};

const usePresetName = (): ((preset: Preset) => string) => {
  const { t } = useTranslation('reconciliation');
  const { t: common } = useTranslation();
  return (preset) => (preset === 'last_7_days' ? t('form.last_7_days') : common(`period.${preset}`));
};
