import { Anchor, Box, Center, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconArrowBigUpLine, IconInfoCircle } from '@tabler/icons-react';
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  type PropsWithChildren,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, failureOf } from '../../api/failure.ts';
import { type Ending, sessionStore } from '../../api/session.ts';
import { signIn } from '../../api/sign-in.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout, FailureCallout } from '../../kit/callout.tsx';
import { LanguageSwitch } from '../../kit/language-switch.tsx';
import { Logo } from '../../kit/logo.tsx';
import classes from './sign-in.module.css';

interface Ended {
  username: string;
  why: Ending;
}

interface SignInProps extends PropsWithChildren {
  ended: Ended | undefined;
  /** Offers PINs in place of the form, in the program's window. */
  byPin: ComponentType<PropsWithChildren<{ kept: string | undefined }>> | undefined;
  onAnother(): void;
}

/** A native modal dialog: what is open behind it can be neither read nor reached. */
export const SignIn = ({ ended, byPin: ByPin, onAnother, children }: SignInProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // showModal() focuses the first control, the language switch.
    dialog.current?.querySelector<HTMLInputElement>('input[data-first]')?.focus();
  }, []);
  const kept = ended && ended.why !== 'signed-out' ? ended : undefined;
  const form = (
    <SignInForm key={kept?.username} kept={kept} onAnother={onAnother}>
      {children}
    </SignInForm>
  );

  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="sign-in-title"
      onCancel={(event) => event.preventDefault()}
    >
      <Center component="main" mih="100%" p="md">
        <Box pos="absolute" top={16} right={16}>
          <LanguageSwitch />
        </Box>
        {ByPin ? (
          <Suspense>
            <ByPin kept={kept?.username}>{form}</ByPin>
          </Suspense>
        ) : (
          form
        )}
      </Center>
    </dialog>
  );
};

const TITLES = {
  'signed-out': 'signIn.title',
  locked: 'signIn.lockedTitle',
  expired: 'signIn.expiredTitle',
} as const;

interface SignInFormProps extends PropsWithChildren {
  kept: Ended | undefined;
  onAnother(): void;
}

const SignInForm = ({ kept, onAnother, children }: SignInFormProps) => {
  const { t } = useTranslation();
  const [username, setUsername] = useState(kept?.username ?? '');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isCapsLock, setCapsLock] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const passwordField = useRef<HTMLInputElement>(null);
  const usernameField = useRef<HTMLInputElement>(null);
  // It may appear later than the dialog, in place of the PINs.
  useEffect(() => {
    (kept ? passwordField : usernameField).current?.focus();
  }, [kept]);

  const enter = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await signIn(username.trim(), password);
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
      passwordField.current?.select();
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isBusy) return;
    if (username.trim() === '') usernameField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    else void enter();
  };

  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <Box
      component="form"
      className="card large"
      w="min(24rem, 100%)"
      p="xl"
      onSubmit={submit}
      noValidate
      aria-labelledby="sign-in-title"
    >
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap">
          <Logo size={40} />
          <div>
            <Title order={1} size="h3" id="sign-in-title">
              {t(TITLES[kept?.why ?? 'signed-out'])}
            </Title>
            <Hint>{t('signIn.about')}</Hint>
          </div>
        </Group>
        {children}
        {kept ? (
          <Callout tone="hint" icon={<IconInfoCircle />}>
            {kept.why === 'locked' ? t('signIn.locked', { username: kept.username }) : t('signIn.expired')}
          </Callout>
        ) : null}
        <TextInput
          ref={usernameField}
          label={t('signIn.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-first={kept ? undefined : true}
          readOnly={kept !== undefined}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={isTried && username.trim() === '' ? t('signIn.usernameMissing') : null}
        />
        <PasswordInput
          ref={passwordField}
          label={t('signIn.password')}
          name="password"
          autoComplete="current-password"
          data-first={kept ? true : undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyUp={watchCapsLock}
          error={isTried && password === '' ? t('signIn.passwordMissing') : null}
        />
        {isCapsLock ? (
          <Group gap="xs" c="dimmed">
            <IconArrowBigUpLine size={18} aria-hidden />
            <Text size="sm" role="status">
              {t('signIn.capsLock')}
            </Text>
          </Group>
        ) : null}
        <FailureCallout failure={failure} p="md" />
        <Act
          tone="main"
          type="submit"
          size="md"
          loading={isBusy}
          text={kept?.why === 'locked' ? t('signIn.unlock') : t('signIn.enter')}
        />
        {kept ? (
          <Hint ta="center">
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => {
                sessionStore.forget();
                onAnother();
              }}
            >
              {t('signIn.another')}
            </Anchor>
            {'. '}
            {t('signIn.anotherWarning')}
          </Hint>
        ) : null}
      </Stack>
    </Box>
  );
};
