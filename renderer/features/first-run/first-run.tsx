import { Anchor, Box, Radio, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { formatAmount } from '../../../shared/money.ts';
import { callProgram } from '../../api/bridge.ts';
import { newKey } from '../../api/keyed-attempts.ts';
import { useInvalidate } from '../../api/keys.ts';
import { createInvoice } from '../../api/mutations.ts';
import { settingsQuery } from '../../api/program-queries.ts';
import { terminalsQuery } from '../../api/queries.ts';
import { Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { Form } from '../../kit/form.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { useAction } from '../../kit/use-action.ts';
import { textLength } from '../../lib/text-length.ts';
import { useAccount } from '../../shop/session/account.ts';
import classes from './first-run.module.css';
import { Frame, HINT_BELOW, MainButton, type Step, StepHead } from './frame.tsx';
import { firstRun, useIsFirstRun } from './use-is-first-run.ts';

interface FirstRunProps {
  /** The form for the bank's token. */
  token: ReactNode;
  /** Its answer, before the list of terminals has it. */
  added: Pick<Terminal, 'id' | 'name' | 'merchant_name'> | undefined;
}

/** The steps after the owner, which need their session; redirects if nothing is left to do. */
export const FirstRun = (props: FirstRunProps) => {
  const isNeeded = useIsFirstRun(useAccount());
  // Decided once: after the last step this page stays until the next one is there.
  const [isOn, setOn] = useState(isNeeded);
  if (isOn === undefined && isNeeded !== undefined) setOn(isNeeded);
  if (isOn === false) return <Navigate to="/" replace />;
  return isOn ? <WithState {...props} /> : null;
};

const WithState = (props: FirstRunProps) => {
  const { t } = useTranslation();
  const settings = useQuery(settingsQuery);
  const terminals = useQuery(terminalsQuery);
  const stored = (name: string) => settings.data?.find((each) => each.name === name);
  const name = stored('shop_name')?.value;
  const cash = stored('takes_cash');
  if (name !== undefined && terminals.data)
    return (
      <Steps
        {...props}
        storedName={name}
        takesCash={cash === undefined || cash.is_default ? undefined : cash.value === 'yes' ? 'yes' : 'no'}
        terminal={props.added ?? terminals.data[0]}
      />
    );
  return (
    <Frame step={1} reached={1} onGo={() => undefined}>
      <QueryView
        query={settings.data ? terminals : settings}
        loading={<Skeleton height={320} role="status" aria-label={t('list.loading')} />}
      >
        {() => null}
      </QueryView>
    </Frame>
  );
};

interface StepsProps extends Pick<FirstRunProps, 'token' | 'added'> {
  storedName: string;
  takesCash: 'yes' | 'no' | undefined;
  terminal: FirstRunProps['added'];
}

/** Holds the input of the steps, so that it survives going back. */
const Steps = ({ storedName, takesCash, terminal, token, added }: StepsProps) => {
  const { t } = useTranslation('first-run');
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>(terminal ? 2 : 1);
  const [isLater, setLater] = useState(false);
  const [seen, setSeen] = useState(added);
  // The token was confirmed: the last step follows.
  if (added !== seen) {
    setSeen(added);
    setStep(2);
  }
  const shop = useShopStep({
    storedName,
    takesCash,
    terminal,
    onDone: (trial) => {
      firstRun.end();
      void navigate(trial === undefined ? { to: '/today' } : { to: '/charge', search: { invoice: trial } });
    },
  });
  const later = (): void => {
    setLater(true);
    setStep(2);
  };
  const back = step === 0 ? null : <Link text={t('back')} onClick={() => setStep(step === 2 ? 1 : 0)} />;
  const onward =
    step === 1 && !terminal ? (
      <Link text={t('bank.later')} onClick={later} />
    ) : step === 2 && terminal ? (
      <Link text={t('shop.withoutTrial')} onClick={() => shop.finish(false)} />
    ) : null;
  return (
    <Frame
      step={step}
      reached={terminal || isLater ? 2 : 1}
      onGo={setStep}
      below={
        <>
          {back}
          {onward}
        </>
      }
    >
      {step === 0 ? <OwnerMade onNext={() => setStep(1)} /> : null}
      {step === 1 ? (
        <Stack gap="md">
          <StepHead title={t('bank.title')}>{t('bank.about')}</StepHead>
          {terminal ? <BankDone name={terminal.merchant_name} onNext={() => setStep(2)} /> : token}
        </Stack>
      ) : null}
      {step === 2 ? <ShopStep form={shop} /> : null}
    </Frame>
  );
};

const Link = ({ text, onClick }: { text: string; onClick(): void }) => (
  <Anchor component="button" type="button" size="sm" underline="always" onClick={onClick}>
    {text}
  </Anchor>
);

/** A done step: what it gave, and the way on. */
const Made = ({ label, value, onNext }: { label: string; value: string; onNext(): void }) => {
  const { t } = useTranslation('first-run');
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <>
      <Box py="sm" px="md" bg="var(--ground)" bdrs="md">
        <Hint>{label}</Hint>
        <Text fw={650} size="lg">
          {value}{' '}
          <IconCircleCheck size={20} color="var(--tone-paid)" aria-hidden style={{ verticalAlign: '-4px' }} />
        </Text>
      </Box>
      <MainButton ref={next} text={t('words.next')} onClick={onNext} />
    </>
  );
};

const BankDone = ({ name, onNext }: { name: string; onNext(): void }) => {
  const { t } = useTranslation('terminals');
  return <Made label={t('first.moneyGoesTo')} value={name || t('facts.unknown')} onNext={onNext} />;
};

const OwnerMade = ({ onNext }: { onNext(): void }) => {
  const { t } = useTranslation('first-run');
  const { username, full_name: name } = useAccount();
  const id = useId();
  return (
    <Stack gap="md" component="section" aria-labelledby={id}>
      <StepHead id={id} title={t('owner.title')}>
        {t('owner.madeText')}
      </StepHead>
      <Made label={t('owner.username')} value={name ? `${name} · ${username}` : username} onNext={onNext} />
    </Stack>
  );
};

/** Minor units. */
const TRIAL_AMOUNT = 100;

type YesNo = 'yes' | 'no';

interface ShopStepProps {
  /** The stored name; "": none yet. */
  storedName: string;
  /** The stored answer; undefined: none yet. */
  takesCash: YesNo | undefined;
  /** Undefined: the token comes later, so nothing can be paid. */
  terminal: { id: number; merchant_name: string } | undefined;
  /** @param trial the invoice to pay; undefined: none was made */
  onDone(trial: number | undefined): void;
}

/** The last step: the shop's name, and a first payment. */
const useShopStep = ({ storedName, takesCash: stored, terminal, onDone }: ShopStepProps) => {
  const [typed, setTyped] = useState<string>();
  const [takesCash, setTakesCash] = useState<YesNo>(stored ?? 'yes');
  /** Repeated presses make one invoice. */
  const key = useRef(newKey());
  const invalidate = useInvalidate();
  const { run, failure, isBusy } = useAction();
  const name = typed ?? (storedName || (terminal?.merchant_name ?? ''));
  const isTooLong = textLength(name.trim()) > MAX_LENGTH.shop_name;
  const finish = (withTrial: boolean): void => {
    if (isTooLong) return;
    void run(async () => {
      const value = name.trim();
      if (value !== storedName) await callProgram('settings.change', { name: 'shop_name', value });
      if (takesCash !== stored)
        await callProgram('settings.change', { name: 'takes_cash', value: takesCash });
      void invalidate('setting');
      const trial =
        withTrial && terminal
          ? await createInvoice({ terminal: terminal.id, amount: TRIAL_AMOUNT }, key.current)
          : undefined;
      onDone(trial?.id);
    });
  };
  return {
    name,
    setName: setTyped,
    takesCash,
    setTakesCash,
    isTooLong,
    failure,
    isBusy,
    finish,
    terminal,
    isFromBank: !storedName,
  };
};
type ShopForm = ReturnType<typeof useShopStep>;

const ShopStep = ({ form }: { form: ShopForm }) => {
  const { name, setName, takesCash, setTakesCash, isTooLong, failure, isBusy, finish, terminal, isFromBank } =
    form;
  const { t } = useTranslation('first-run');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    finish(true);
  };
  return (
    <Form gap="md" onSubmit={submit} aria-labelledby={id}>
      <StepHead id={id} title={t('shop.title')}>
        {t('shop.about')}
      </StepHead>
      <TextInput
        ref={field}
        size="md"
        label={t('shop.name')}
        description={t(terminal && isFromBank ? 'shop.nameFromBank' : 'shop.nameText')}
        {...HINT_BELOW}
        readOnly={isBusy}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isTooLong ? t('shop.tooLong', { most: MAX_LENGTH.shop_name }) : null}
      />
      <Radio.Group
        size="md"
        label={t('shop.cash')}
        readOnly={isBusy}
        value={takesCash}
        onChange={(value) => setTakesCash(value === 'yes' ? 'yes' : 'no')}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
          {(['yes', 'no'] as const).map((value) => (
            <Radio.Card key={value} value={value} radius="md" className={classes.choice}>
              <Text fw={650}>{t(`shop.cashIs.${value}`)}</Text>
              <Hint>{t(`shop.cashMeans.${value}`)}</Hint>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <FailureCallout failure={failure} p="sm" fz="sm" />
      <MainButton
        isBusy={isBusy}
        text={terminal ? t('shop.doneWithTrial', { amount: formatAmount(TRIAL_AMOUNT) }) : t('words.done')}
      />
    </Form>
  );
};
