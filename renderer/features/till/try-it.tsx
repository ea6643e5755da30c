import { Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/api/account.ts';
import type { Page } from '../../../shared/api/pages.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { isDesktop } from '../../data/bridge.ts';
import type { Failure } from '../../data/failure.ts';
import { answer, send } from '../../data/http.ts';
import { requestTokens } from '../../data/sign-in.ts';
import { hasPermission } from '../../session/permissions.ts';
import { useAction } from '../../ui/use-action.ts';
import { useFailureText } from '../../ui/use-failure-text.ts';
import type { IssuedCredentials } from './command.ts';
import { PURPOSES, type Purpose } from './purposes.ts';
import classes from './till.module.css';

/** Tests whether the account works for its purpose. */
export const TryIt = ({ credentials }: { credentials: IssuedCredentials }) => {
  const { t } = useTranslation('till');
  const action = useAction();
  const [tried, setTried] = useState<Tried>();
  const attempt = () =>
    void action.run(async () => {
      setTried(undefined);
      setTried(await tryAccount(credentials, credentials.purpose));
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
        {tried ? <TrialResult tried={tried} /> : null}
        {action.failure ? <TrialCallout failure={action.failure} /> : null}
      </div>
    </Stack>
  );
};

const TrialResult = ({ tried: { terminals, hasRights } }: { tried: Tried }) => {
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

const TrialCallout = ({ failure }: { failure: Failure }) => {
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

/** Marks the requests as the till app's, so that they appear in the list. */
const AS_A_TILL = { headers: { 'X-Kramar-Client': 'trial' } };

interface Tried {
  /** The number of visible terminals. */
  terminals: number;
  /** Whether the account has the permissions of its purpose. */
  hasRights: boolean;
}

/**
 * Signs in as the till app and reads terminals; the current session is unaffected.
 * @throws ApiError credentials, and as any call
 */
const tryAccount = async (
  { username, password }: { username: string; password: string },
  purpose: Purpose,
): Promise<Tried> => {
  const { access } = await requestTokens(username, password, AS_A_TILL);
  const read = async <T,>(path: string): Promise<T> => answer<T>(await send(path, AS_A_TILL, access));
  const { count } = await read<Page<Terminal>>('terminals/?page_size=1');
  const account = await read<Account>('account/');
  return { terminals: count, hasRights: PURPOSES[purpose].every((right) => hasPermission(account, right)) };
};
