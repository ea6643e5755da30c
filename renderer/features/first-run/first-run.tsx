import { Button, Divider, Group, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingState } from '../../../shared/operations/settings.ts';
import { isDesktop } from '../../api/bridge.ts';
import { settingsQuery } from '../../api/program-queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { useSwitchShop } from '../../shop/session/switch-shop.ts';
import { type Added, Done } from './done.tsx';
import classes from './frame.module.css';
import { Frame, type Step, StepHead } from './frame.tsx';
import { firstRun } from './over.ts';
import { ShopStep } from './shop-step.tsx';
import { useIsFirstRun } from './use-is-first-run.ts';
import { useShopForm } from './use-shop-form.ts';

interface FirstRunProps {
  token: TokenForm;
  /** The added terminal. */
  added: Added | undefined;
}

/** Steps 2 and 3, which need the owner; redirects if nothing is left to do. */
export const FirstRun = (props: FirstRunProps) => {
  const isNeeded = useIsFirstRun(useAccount());
  // Decided once: after the terminal is added, the last page is still shown.
  const [isOn, setOn] = useState(isNeeded);
  if (isOn === undefined && isNeeded !== undefined) setOn(isNeeded);
  if (isOn === false) return <Navigate to="/" replace />;
  return isOn ? <WithSettings {...props} /> : null;
};

const WithSettings = (props: FirstRunProps) => {
  const { t } = useTranslation();
  const settings = useQuery(settingsQuery);
  if (settings.data) return <Steps {...props} settings={settings.data} />;
  return (
    <Frame step={1} reached={1} onGo={() => undefined}>
      <QueryView
        query={settings}
        loading={<Skeleton height={320} role="status" aria-label={t('list.loading')} />}
      >
        {() => null}
      </QueryView>
    </Frame>
  );
};

/** Holds the input of the steps, so that it survives going back. */
const Steps = ({ settings, token, added }: FirstRunProps & { settings: readonly SettingState[] }) => {
  const navigate = useNavigate();
  const isNamed = settings.some(({ name, is_default: isDefault }) => name === 'shop_name' && !isDefault);
  // If step 2 was done before, starts after it.
  const [at, setStep] = useState<Step>(isNamed ? 2 : 1);
  const step = added ? 3 : at;
  const [reached, setReached] = useState(at);
  const go = (next: Step): void => {
    setStep(next);
    setReached((before) => (next > before ? next : before));
  };
  const shop = useShopForm(settings);
  const later = (): void => {
    firstRun.end();
    void navigate({ to: '/today' });
  };
  return (
    <Frame step={step} reached={reached} onGo={go}>
      {step === 0 ? <OwnerMade onNext={() => go(1)} /> : null}
      {step === 1 ? <ShopStep shop={shop} onBack={() => go(0)} onNext={() => go(2)} /> : null}
      {step === 2 ? <BankStep token={token} onBack={() => go(1)} onLater={later} /> : null}
      {added ? <Done added={added} /> : null}
    </Frame>
  );
};

interface TokenForm {
  /** The form for the token. @param leave the back button beside its first button */
  render(leave: ReactNode): ReactNode;
  /** Whether the token's merchant is known. */
  isKnown: boolean;
}

interface BankStepProps {
  token: TokenForm;
  onBack(): void;
  onLater(): void;
}

/** Step 3: the bank token, or a start without one. */
const BankStep = ({ token, onBack, onLater }: BankStepProps) => {
  const { t } = useTranslation('first-run');
  const { t: common } = useTranslation();
  const id = useId();
  return (
    <Stack gap="md" component="section" aria-labelledby={id}>
      <StepHead id={id} step={2} title={t('bank.title')}>
        {t('bank.about')}
      </StepHead>
      {token.render(<Act onClick={onBack} text={common('back')} />)}
      {token.isKnown ? null : (
        <>
          <Divider />
          <WithoutToken onLater={onLater} />
        </>
      )}
    </Stack>
  );
};

/** Without a token: the practice shop, or later. */
const WithoutToken = ({ onLater }: { onLater(): void }) => {
  const { t } = useTranslation('first-run');
  const practice = useSwitchShop('practice');
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('without.title')}
      </Title>
      {isDesktop ? <Hint>{t('without.practice')}</Hint> : null}
      <Hint>{t('without.later')}</Hint>
      <FailureCallout failure={practice.failure} p="sm" fz="sm" />
      <Group gap="sm" mt={4}>
        {isDesktop ? (
          <Act loading={practice.isBusy} onClick={practice.start} text={t('without.openPractice')} />
        ) : null}
        <Act tone="quiet" disabled={practice.isBusy} onClick={onLater} text={t('without.goOn')} />
      </Group>
      {/* Always rendered, so that screen readers announce its changes. */}
      <div role="status" className={classes.status}>
        {practice.isBusy ? t('without.making') : ''}
      </div>
    </Stack>
  );
};

/** Step 1 when done: shows the owner. */
const OwnerMade = ({ onNext }: { onNext(): void }) => {
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
