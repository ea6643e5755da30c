import { Anchor, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram, isPossibleHere } from '../../api/bridge.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { shopStateQuery } from '../../api/program-queries.ts';
import { putData } from '../../api/put-data.ts';
import { signIn } from '../../api/sign-in.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout, FailureCallout } from '../../kit/callout.tsx';
import { Form } from '../../kit/form.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { usernameOf } from '../../lib/transliterate.ts';
import { ForDevelopers } from '../../shop/for-developers.tsx';
import { useSwitchShop } from '../../shop/session/switch-shop.ts';
import { Frame, HINT_BELOW, MainButton, StepHead } from './frame.tsx';
import { type Owner, ownerFaults } from './owner-faults.ts';
import { RestoreStep } from './restore-step.tsx';
import { firstRun } from './use-is-first-run.ts';

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

/** `username`: undefined until it is typed; it then follows from the name. */
type OwnerDraft = Omit<Owner, 'username'> & { username: string | undefined };

interface OwnerFormProps {
  draft: OwnerDraft;
  onChange(part: Partial<OwnerDraft>): void;
  owner: ReturnType<typeof useCreateOwner>;
}

const FIELDS = ['full_name', 'username', 'password'] as const;
/** A name without letters, as 花, has no sign-in name of its own. */
const USUAL_USERNAME = 'owner';

/** The form of the owner's name and password. */
const OwnerForm = ({ draft, onChange, owner }: OwnerFormProps) => {
  const { t } = useTranslation('first-run');
  const id = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const byName = usernameOf(draft.full_name);
  const username = draft.username ?? (byName || (draft.full_name.trim() && USUAL_USERNAME));
  const found = ownerFaults({ ...draft, username });
  const faults = isTried ? found : {};
  const isMade = owner.stage === 'made';
  const isFixed = isMade || owner.isBusy;
  const isTyped = draft.username !== undefined || isNameTaken(owner.failure);
  const focus = (name: string | undefined) =>
    formElement.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step appears
  useEffect(() => focus('full_name'), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const faulty = FIELDS.find((name) => found[name] !== undefined);
    if (faulty) focus(faulty);
    else
      owner.submit({
        full_name: draft.full_name.trim(),
        username: username.trim(),
        password: draft.password,
      });
  };

  return (
    <Form ref={formElement} gap="md" onSubmit={submit} aria-labelledby={id}>
      <StepHead id={id} title={t('owner.title')}>
        {t('owner.about')}
      </StepHead>
      <div>
        <TextInput
          name="full_name"
          size="md"
          label={t('owner.name')}
          autoComplete="name"
          readOnly={isFixed}
          value={draft.full_name}
          onChange={(event) => onChange({ full_name: event.currentTarget.value })}
          error={faults.full_name ? t(`owner.fault.full_name.${faults.full_name}`) : null}
        />
        {isTyped || username === '' ? null : (
          <Hint mt={5}>
            {t('owner.forSignIn')} <b>{username}</b>
            {isFixed ? null : (
              <>
                {' · '}
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  underline="always"
                  onClick={() => onChange({ username })}
                >
                  {t('owner.change')}
                </Anchor>
              </>
            )}
          </Hint>
        )}
      </div>
      {isTyped ? (
        <TextInput
          name="username"
          size="md"
          label={t('owner.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          readOnly={isFixed}
          value={username}
          onChange={(event) => onChange({ username: event.currentTarget.value })}
          error={faults.username ? t(`owner.fault.username.${faults.username}`) : null}
        />
      ) : (
        // Password managers keep it with the password.
        <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      )}
      <PasswordInput
        name="password"
        size="md"
        label={t('signIn.password')}
        description={t('owner.passwordText')}
        {...HINT_BELOW}
        autoComplete="new-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
        readOnly={isFixed}
        value={draft.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
        error={faults.password ? t(`owner.fault.password.${faults.password}`) : null}
      />
      {owner.failure ? <OwnerCallout failure={owner.failure} isMade={isMade} /> : null}
      <MainButton isBusy={owner.isBusy} text={t(isMade ? 'owner.enter' : 'words.next')} />
    </Form>
  );
};

/** The form catches blank and long names, so the rest is a name in use. */
const isNameTaken = (failure: Failure | undefined): boolean =>
  failure?.kind === 'invalid' && failure.errors.username !== undefined;

const OwnerCallout = ({ failure, isMade }: { failure: Failure; isMade: boolean }) => {
  const { t } = useTranslation('first-run');
  const failureText = useFailureText();
  return (
    <FailureCallout failure={failure} p="sm">
      {isMade ? `${t('owner.made')} ` : ''}
      {isNameTaken(failure) ? t('owner.nameTaken') : failureText(failure)}
    </FailureCallout>
  );
};

/**
 * asking: the form is open. made: the owner exists, only the sign-in failed. taken: somebody else has become the owner.
 */
type Stage = 'asking' | 'made' | 'taken';

/** Creates the owner and signs in, as the next steps need. */
const useCreateOwner = () => {
  const queries = useQueryClient();
  const [stage, setStage] = useState<Stage>('asking');
  const { run, failure, isBusy } = useAction();

  const goToSignIn = (): void => {
    putData(queries, shopStateQuery.queryKey, (state) => state && { ...state, has_owner: true });
  };

  const enter = async (username: string, password: string): Promise<void> => {
    await signIn(username, password);
    goToSignIn();
  };

  const create = async (owner: Owner): Promise<void> => {
    const { username, password } = owner;
    try {
      await callProgram('owner.create', owner);
    } catch (error) {
      // The answer may be lost after success: check whether an owner exists and whether the credentials work.
      const { has_owner: hasOwner } = await callProgram('shop.state', {}).catch(() => ({ has_owner: false }));
      if (!hasOwner) throw error;
      try {
        await enter(username, password);
      } catch (refused) {
        if (failureOf(refused).kind !== 'credentials') throw refused;
        setStage('taken');
      }
      return;
    }
    firstRun.begin();
    setStage('made');
    await enter(username, password);
  };

  return {
    stage,
    failure,
    isBusy,
    goToSignIn,
    submit: (owner: Owner): void =>
      void run(() => (stage === 'made' ? enter(owner.username, owner.password) : create(owner))),
  };
};
