import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../data/bridge.ts';
import type { Failure } from '../../data/failure.ts';
import { useAction } from '../../ui/use-action.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { Handed } from './command.ts';
import classes from './till.module.css';
import { type Tried, tryAccount } from './try-account.ts';

/** Whether the account does what it was made for, before anybody writes a line for it. */
export const TryIt = ({ handed }: { handed: Handed }) => {
  const { t } = useTranslation('till');
  const action = useAction();
  const [tried, setTried] = useState<Tried>();
  const attempt = () =>
    void action.run(async () => {
      setTried(undefined);
      setTried(await tryAccount(handed, handed.purpose));
    });
  return (
    <Stack gap="xs" align="start">
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={18} aria-hidden />}
        loading={action.isBusy}
        onClick={attempt}
      >
        {t('try.start')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('try.text')}
      </Text>
      <div role="status">
        {tried ? <Found tried={tried} /> : null}
        {action.failure ? <NotTried failure={action.failure} /> : null}
      </div>
    </Stack>
  );
};

const Found = ({ tried: { terminals, hasRights } }: { tried: Tried }) => {
  const { t } = useTranslation('till');
  return (
    <ul className={classes.found}>
      <Line isGood>{t('try.entered')}</Line>
      <Line isGood={terminals > 0}>
        {terminals > 0 ? t('try.terminals', { count: terminals }) : t('try.noTerminals')}
      </Line>
      <Line isGood={hasRights}>{hasRights ? t('try.rights') : t('try.noRights')}</Line>
    </ul>
  );
};

const NotTried = ({ failure }: { failure: Failure }) => {
  const { t } = useTranslation('till');
  const failureText = useFailureText();
  const isUnknown = failure.kind === 'credentials';
  return (
    <ul className={classes.found}>
      <Line isGood={false}>
        {isUnknown ? t(isDesktop ? 'try.refused' : 'try.notYet') : failureText(failure)}
      </Line>
    </ul>
  );
};

const Line = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => {
  const Icon = isGood ? IconCheck : IconAlertTriangle;
  return (
    <li data-tone={isGood ? 'paid' : 'working'}>
      <Icon size={18} aria-hidden />
      <span>{children}</span>
    </li>
  );
};
