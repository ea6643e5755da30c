import { Box, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LOGO_LIMITS } from '../../../shared/api/logo.ts';
import { callProgram, isPossibleHere } from '../../api/bridge.ts';
import type { Failure } from '../../api/failure.ts';
import { useInvalidate } from '../../api/keys.ts';
import { logoQuery, systemQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { PanelPart } from '../../kit/panel.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { formatCount } from '../../lib/count.ts';
import { ForDevelopers } from '../../shop/for-developers.tsx';
import { PaperLogo } from '../../shop/paper-logo.tsx';

const FAULTS = ['LOGO_KIND', 'LOGO_TOO_LARGE', 'LOGO_PIXELS', 'LOGO_DAMAGED'] as const;

/** The limits, as the texts name them. */
const limits = () => ({
  kilobytes: formatCount(LOGO_LIMITS.bytes / 1000),
  least: formatCount(LOGO_LIMITS.leastPixels),
  most: formatCount(LOGO_LIMITS.mostPixels),
});

/** The logo on papers: what it is now, another one, or none. */
export const LogoSetting = () => {
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
        {isPossibleHere('logo.change') ? (
          <Change hasLogo={hasLogo} />
        ) : (
          <ForDevelopers commands={['npm run admin -- logo set logo.png']} />
        )}
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
      {failure ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {faultText(failure)}
        </Text>
      ) : null}
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
