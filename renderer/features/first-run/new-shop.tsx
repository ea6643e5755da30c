import { Anchor, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPossibleHere } from '../../api/bridge.ts';
import { Act } from '../../kit/act.tsx';
import { Callout, FailureCallout } from '../../kit/callout.tsx';
import { ForDevelopers } from '../../shop/for-developers.tsx';
import { useSwitchShop } from '../../shop/session/switch-shop.ts';
import { Frame, StepHead } from './frame.tsx';
import { type OwnerDraft, OwnerForm } from './owner-form.tsx';
import { RestoreStep } from './restore-step.tsx';
import { useCreateOwner } from './use-create-owner.ts';

/** What a person may do instead of beginning a shop. */
type Instead = 'restore' | 'practice';

/** Step 1, before the sign-in: the shop has no owner yet. */
export const NewShop = () => {
  const owner = useCreateOwner();
  const [draft, setDraft] = useState<OwnerDraft>({ full_name: '', username: undefined, password: '' });
  const [instead, setInstead] = useState<Instead>();
  const isTaken = owner.stage === 'taken';
  const below = isTaken || owner.stage === 'made' ? null : <Others onChoose={setInstead} />;
  return (
    <Frame step={0} reached={0} onGo={() => undefined} below={instead ? null : below}>
      {instead === 'restore' ? <RestoreStep onBack={() => setInstead(undefined)} /> : null}
      {instead === 'practice' ? <PracticeElsewhere onBack={() => setInstead(undefined)} /> : null}
      {instead ? null : isTaken ? (
        <Taken onSignIn={owner.goToSignIn} />
      ) : (
        <OwnerForm draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} owner={owner} />
      )}
    </Frame>
  );
};

const Others = ({ onChoose }: { onChoose(instead: Instead): void }) => {
  const { t } = useTranslation('first-run');
  const practice = useSwitchShop('practice');
  const toPractice = () => (isPossibleHere('shop.switch') ? practice.start() : onChoose('practice'));
  return (
    <>
      <Anchor component="button" type="button" size="sm" underline="always" onClick={toPractice}>
        {t(practice.isBusy ? 'practice.making' : 'practice.try')}
      </Anchor>
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        disabled={practice.isBusy}
        onClick={() => onChoose('restore')}
      >
        {t('restore.open')}
      </Anchor>
      <FailureCallout failure={practice.failure} p="sm" fz="sm" w="100%" />
    </>
  );
};

/** The practice shop has a folder of its own, which a browser cannot change to. */
const PracticeElsewhere = ({ onBack }: { onBack(): void }) => {
  const { t } = useTranslation('first-run');
  return (
    <Stack gap="md">
      <StepHead title={t('practice.title')}>{t('practice.about')}</StepHead>
      <Text size="sm">{t('practice.elsewhere')}</Text>
      <ForDevelopers commands={['npm start -- --demo']} />
      <Act mr="auto" autoFocus onClick={onBack} text={t('back')} />
    </Stack>
  );
};

const Taken = ({ onSignIn }: { onSignIn(): void }) => {
  const { t } = useTranslation('first-run');
  const id = useId();
  return (
    <Stack gap="md">
      <StepHead id={id} title={t('owner.title')} />
      <Callout tone="working" role="alert" title={t('owner.takenTitle')}>
        {t('owner.taken')}
      </Callout>
      <Act tone="main" ml="auto" autoFocus onClick={onSignIn} text={t('owner.toSignIn')} />
    </Stack>
  );
};
