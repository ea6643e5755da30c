import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../session/account.ts';
import { StepHead } from './frame.tsx';

/** Step 1 once it is done: who the owner is. */
export const OwnerMade = ({ onNext }: { onNext(): void }) => {
  const { t } = useTranslation('first-run');
  const { t: common } = useTranslation();
  const { username } = useAccount();
  const id = useId();
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <Stack gap="md" component="section" aria-labelledby={id}>
      <StepHead id={id} step={0} title={t('owner.title')}>
        {t('owner.madeText')}
      </StepHead>
      <TextInput
        readOnly
        label={common('signIn.username')}
        value={username}
        rightSection={<IconCircleCheck size={20} color="var(--tone-paid)" aria-hidden />}
      />
      <Group justify="end">
        <Button ref={next} onClick={onNext}>
          {t('next')}
        </Button>
      </Group>
    </Stack>
  );
};
