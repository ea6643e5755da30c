import { SegmentedControl, Select, Textarea, TextInput, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { systemQuery } from '../../data/queries.ts';
import { textLength } from '../../lib/text-length.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Panel, PanelRow } from '../../ui/panel.tsx';
import { OnlyHere } from './only-here.tsx';
import { RestartNotice } from './restart.tsx';
import { type FieldLabels, SettingForm } from './setting-form.tsx';
import { timeZones } from './time-zones.ts';
import type { SettingField } from './use-setting.ts';

/** What the shop is called and says, and how this window shows it. */
export const Shop = () => {
  const { t } = useTranslation('settings');
  const { data: system } = useQuery(systemQuery);
  const tooLong = (most: number) => (value: string) =>
    textLength(value.trim()) > most ? t('faults.long', { most }) : undefined;
  return (
    <>
      <Panel title={t('shop.title')} text={<OnlyHere>{t('shop.text')}</OnlyHere>}>
        <SettingForm
          name="shop_name"
          known={system?.shop_name}
          faultOf={tooLong(MAX_LENGTH.shop_name)}
          input={({ value, type }, labels) => (
            <TextInput
              {...labels}
              value={value}
              placeholder={t('shop.namePlaceholder')}
              onChange={(event) => type(event.currentTarget.value)}
            />
          )}
        />
        <SettingForm
          name="default_destination"
          faultOf={tooLong(MAX_LENGTH.destination)}
          aside={(value) =>
            t('shop.characters', { length: value.trim().length, most: MAX_LENGTH.destination })
          }
          input={(field, labels) => <Destination field={field} labels={labels} />}
        />
        <SettingForm
          name="time_zone"
          known={system?.time_zone}
          input={({ value, type }, labels) => (
            <Select
              {...labels}
              searchable
              value={value}
              data={timeZones(value, t('shop.kyiv'))}
              nothingFoundMessage={t('shop.noZone')}
              onChange={(zone) => zone !== null && type(zone)}
            />
          )}
        >
          <RestartNotice />
        </SettingForm>
      </Panel>
      <Looks />
    </>
  );
};

const Destination = ({ field, labels }: { field: SettingField; labels: FieldLabels }) => (
  <Textarea
    {...labels}
    autosize
    minRows={2}
    value={field.value}
    onChange={(event) => field.type(event.currentTarget.value)}
  />
);

/** How this window shows things: at once, and for it alone. */
const Looks = () => {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={t('looks.title')} text={t('looks.text')}>
      <PanelRow label={common('account.language')} text={t('looks.language')}>
        <LanguageSwitch />
      </PanelRow>
      <PanelRow label={common('account.scheme')} text={t('looks.scheme')}>
        <SegmentedControl
          size="xs"
          aria-label={common('account.scheme')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
          data={[
            { value: 'light', label: common('account.light') },
            { value: 'dark', label: common('account.dark') },
            { value: 'auto', label: common('account.system') },
          ]}
        />
      </PanelRow>
    </Panel>
  );
};
