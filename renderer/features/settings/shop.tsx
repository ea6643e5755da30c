import { Box, Button, FileButton, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { LOGO_LIMITS } from '../../../shared/api/settings.ts';
import { callProgram, isPossibleHere } from '../../api/bridge.ts';
import type { Failure } from '../../api/failure.ts';
import { useInvalidate } from '../../api/keys.ts';
import { settingsQuery } from '../../api/program-queries.ts';
import { logoQuery, systemQuery } from '../../api/queries.ts';
import { Act, Fault, Hint } from '../../kit/act.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { useAction } from '../../kit/use-action.ts';
import { FailureText, useFailureText } from '../../kit/use-failure-text.ts';
import { formatCount } from '../../lib/count.ts';
import { textLength } from '../../lib/text-length.ts';
import { PaperLogo } from '../../shop/paper-logo.tsx';
import { LongText, SettingForm } from './setting-form.tsx';
import { timeZones } from './time-zones.ts';

/** The shop's name and texts. */
export const Shop = () => {
  const { t } = useTranslation('settings');
  const tooLong = (max: number) => (value: string) =>
    textLength(value.trim()) > max ? t('faults.long', { most: max }) : undefined;
  return (
    <Panel title={t('shop.title')} text={t('shop.text')}>
      <SettingForm
        name="shop_name"
        faultOf={tooLong(MAX_LENGTH.shop_name)}
        input={({ value, edit }, labels) => (
          <TextInput
            {...labels}
            value={value}
            placeholder={t('shop.namePlaceholder')}
            onChange={(event) => edit({ value: event.currentTarget.value })}
          />
        )}
      />
      <LogoSetting />
      <SettingForm
        name="seller_iban"
        input={({ value, edit }, labels) => (
          <TextInput
            {...labels}
            value={value}
            placeholder="UA21 3223 1300 0002 6007 2335 6600 1"
            onChange={(event) => edit({ value: event.currentTarget.value })}
          />
        )}
      />
      <SettingForm
        name="return_text"
        faultOf={tooLong(MAX_LENGTH.return_text)}
        input={(field, labels) => <LongText field={field} labels={labels} />}
      />
      <SettingForm
        name="default_destination"
        faultOf={tooLong(MAX_LENGTH.destination)}
        aside={(value) =>
          t('shop.characters', { length: textLength(value.trim()), most: MAX_LENGTH.destination })
        }
        input={(field, labels) => <LongText field={field} labels={labels} />}
      />
      <SettingForm
        name="time_zone"
        input={({ value, put }, labels) => (
          <Select
            {...labels}
            searchable
            value={value}
            data={timeZones(value, t('shop.kyiv'))}
            nothingFoundMessage={t('shop.noZone')}
            onChange={(zone) => zone !== null && put({ value: zone })}
          />
        )}
      >
        <RestartNotice />
      </SettingForm>
    </Panel>
  );
};

/** Settings that need a restart: shows both values and offers the restart. */
const RestartNotice = () => {
  const { t } = useTranslation('settings');
  const queries = useQueryClient();
  const { data: system } = useQuery(systemQuery);
  const { data: settings } = useQuery(settingsQuery);
  const set = settings?.find(({ name }) => name === 'time_zone')?.value;
  const action = useAction();
  const restart = () =>
    action.run(async () => {
      await callProgram('service.restart', {});
      await queries.invalidateQueries({ queryKey: systemQuery.queryKey });
    });
  if (set === undefined || system === undefined || set === system.time_zone) return null;
  return (
    <Box className="tinted" p="sm" lh={1.45} bdrs="md" data-tone="working" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <strong>{t('restart.title', { zone: system.time_zone })}</strong> {t('restart.text')}
        </Text>
        {action.failure ? (
          <Text size="sm" role="alert">
            <FailureText failure={action.failure} />
          </Text>
        ) : null}
        {isPossibleHere('service.restart') ? (
          <Act size="xs" loading={action.isBusy} onClick={() => void restart()} text={t('restart.now')} />
        ) : (
          <Text size="sm">{t('restart.byHand')}</Text>
        )}
      </Stack>
    </Box>
  );
};

const FAULTS = ['LOGO_KIND', 'LOGO_TOO_LARGE', 'LOGO_PIXELS', 'LOGO_DAMAGED'] as const;

/** The limits, as the texts name them. */
const limits = () => ({
  kilobytes: formatCount(LOGO_LIMITS.bytes / 1000),
  least: formatCount(LOGO_LIMITS.leastPixels),
  most: formatCount(LOGO_LIMITS.mostPixels),
});

/** The logo on papers: what it is now, another one, or none. */
const LogoSetting = () => {
  const { t } = useTranslation('settings');
  const { data: system } = useQuery(systemQuery);
  const { data: logo } = useQuery(logoQuery);
  const hasLogo = typeof logo?.image === 'string';
  return (
    <PanelPart>
      <Stack gap="xs">
        <div>
          <Text size="sm" fw={550}>
            {t('logo.label')}
          </Text>
          <Hint>{t('logo.text', limits())}</Hint>
        </div>
        {hasLogo ? (
          <Box
            p="sm"
            bg="#fff"
            bd="1px solid var(--mantine-color-default-border)"
            bdrs="sm"
            style={{ alignSelf: 'start' }}
          >
            <PaperLogo name={system?.shop_name || t('logo.label')} />
          </Box>
        ) : null}
        {isPossibleHere('logo.change') ? <Change hasLogo={hasLogo} /> : null}
      </Stack>
    </PanelPart>
  );
};

const Change = ({ hasLogo }: { hasLogo: boolean }) => {
  const { t } = useTranslation('settings');
  const invalidate = useInvalidate();
  const faultText = useLogoFault();
  const { isBusy, failure, run } = useAction();
  const change = (file: File | null): void =>
    void run(async () => {
      const bytes = file && new Uint8Array(await file.arrayBuffer());
      await callProgram('logo.change', { bytes });
      await invalidate('logo');
    });
  return (
    <>
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg" onChange={(file) => file && change(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={isBusy}>
              {t(hasLogo ? 'logo.replace' : 'words.chooseFile')}
            </Button>
          )}
        </FileButton>
        {hasLogo ? (
          <Act
            tone="faint"
            size="xs"
            disabled={isBusy}
            onClick={() => change(null)}
            text={t('logo.remove')}
          />
        ) : null}
      </Group>
      {failure ? <Fault role="alert">{faultText(failure)}</Fault> : null}
    </>
  );
};

const useLogoFault = (): ((failure: Failure) => string) => {
  const { t } = useTranslation('settings');
  const failureText = useFailureText();
  return (failure) => {
    const fault = failure.kind === 'program' && FAULTS.find((each) => each === failure.code);
    return fault ? t(`logo.fault.${fault}`, limits()) : failureText(failure);
  };
};
