import { Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../api/bridge.ts';
import { Act } from '../../kit/act.tsx';
import { Callout } from '../../kit/callout.tsx';
import { Frame, StepHead } from './frame.tsx';
import { OwnerForm } from './owner-form.tsx';
import { RestoreStep } from './restore-step.tsx';
import { useCreateOwner } from './use-create-owner.ts';

/** Step 1, before the sign-in: the shop has no owner yet. */
export const NewShop = () => {
  const owner = useCreateOwner();
  const [form, setForm] = useState({ username: '', password: '', repeated: '' });
  const [isRestoring, setRestoring] = useState(false);
  if (isRestoring)
    return (
      <Frame step={0} reached={0} onGo={() => undefined}>
        <RestoreStep onBack={() => setRestoring(false)} />
      </Frame>
    );
  return (
    <Frame step={0} reached={0} onGo={() => undefined}>
      {owner.stage === 'taken' ? (
        <Taken onSignIn={owner.goToSignIn} />
      ) : (
        <OwnerForm
          form={form}
          onChange={(part) => setForm({ ...form, ...part })}
          owner={owner}
          {...(isDesktop && { onRestore: () => setRestoring(true) })}
        />
      )}
    </Frame>
  );
};

const Taken = ({ onSignIn }: { onSignIn(): void }) => {
  const { t } = useTranslation('first-run');
  const id = useId();
  return (
    <Stack gap="md">
      <StepHead id={id} step={0} title={t('owner.title')} />
      <Callout tone="working" role="alert" title={t('owner.takenTitle')}>
        {t('owner.taken')}
      </Callout>
      <Act tone="main" ml="auto" autoFocus onClick={onSignIn} text={t('owner.toSignIn')} />
    </Stack>
  );
};
