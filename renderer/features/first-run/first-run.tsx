import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BridgeSetting } from '../../../shared/bridge.ts';
import { settingsQuery } from '../../data/program-queries.ts';
import { useAccount } from '../../session/account.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { BankStep, type TokenForm } from './bank-step.tsx';
import { type Added, Done } from './done.tsx';
import { Frame, type Step } from './frame.tsx';
import { firstRun } from './over.ts';
import { OwnerMade } from './owner-made.tsx';
import { ShopStep } from './shop-step.tsx';
import { useIsFirstRun } from './use-is-first-run.ts';
import { useShopForm } from './use-shop-form.ts';

interface FirstRunProps {
  token: TokenForm;
  /** The terminal that was made of the token. */
  added: Added | undefined;
}

/** Steps 2 and 3, which are the owner's; who has nothing to do here is led on. */
export const FirstRun = (props: FirstRunProps) => {
  const isNeeded = useIsFirstRun(useAccount());
  // Decided once: with the terminal added, the last page of it is still to be read.
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

/** What is typed into a step lives here, so that it is there again when one comes back. */
const Steps = ({ settings, token, added }: FirstRunProps & { settings: readonly BridgeSetting[] }) => {
  const navigate = useNavigate();
  const isNamed = settings.some(({ name, is_default: isDefault }) => name === 'shop_name' && !isDefault);
  // Whoever closed the window after step 2 goes on after it.
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
