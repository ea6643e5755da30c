import { Box, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Act } from '../../kit/act.tsx';
import type { LeaveWords } from '../../kit/leave-guard.tsx';
import { CopyIcon } from '../../shop/copy-button.tsx';
import classes from './employees.module.css';

/** A generated password to pass on to its owner. */
export interface Handover {
  id: number;
  username: string;
  password: string;
}

export interface HandoverProps {
  handover: Handover | undefined;
  onHandover(handover: Handover | undefined): void;
}

/** Shown until hidden or until another screen opens; never again. */
export const HandoverCard = ({ handover, onDone }: { handover: Handover; onDone(): void }) => {
  const { t } = useTranslation('employees');
  const { username, password } = handover;
  return (
    <Box
      bg="var(--tone-ground)"
      p="sm"
      c="var(--mantine-color-text)"
      bdrs="md"
      data-tone="paid"
      role="status"
    >
      <Stack gap="xs" align="start">
        <Text size="sm" fw={600}>
          {t('handover.title')}
        </Text>
        <dl className={`pairs ${classes.facts}`}>
          <dt>{t('signIn.username')}</dt>
          <dd>
            {username} <CopyIcon value={username} label={t('handover.copyUsername')} />
          </dd>
          <dt>{t('signIn.password')}</dt>
          <dd>
            <Box component="span" ff="monospace">
              {password}
            </Box>
            <CopyIcon value={password} label={t('handover.copyPassword')} />
          </dd>
        </dl>
        <Text size="sm">{t('handover.text')}</Text>
        <Act size="compact-sm" onClick={onDone} text={t('words.doneHide')} />
      </Stack>
    </Box>
  );
};

/** The question before an unread password is left. */
export const useHandoverWords = (handover: Handover | undefined): LeaveWords | undefined => {
  const { t } = useTranslation('employees');
  return (
    handover && { title: t('handover.leaveTitle'), text: t('handover.leaveText'), go: t('handover.leave') }
  );
};
