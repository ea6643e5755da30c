import { Group, PasswordInput, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../shared/bridge/bridge.ts';
import { formatAmount } from '../../shared/money.ts';
import { isPin } from '../../shared/pins.ts';
import { type ApprovalOf, approve as approveByName } from '../api/approvals.ts';
import { callProgram, isDesktop } from '../api/bridge.ts';
import { approversQuery } from '../api/program-queries.ts';
import { Act, Fault } from '../kit/act.tsx';
import { Callout } from '../kit/callout.tsx';
import { Form, useForm } from '../kit/form.tsx';
import { PinInput } from '../kit/pin-input.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { usePeopleFault } from './use-people-fault.ts';

interface SecondPersonProps {
  of: ApprovalOf;
  /** Default: hryvnias. */
  ccy?: number;
  /** Of the refund, or what the sale comes to; minor units. */
  amount: number;
  /** What was approved is being done. */
  isBusy: boolean;
  onApproved(approval: string): void;
  onBack(): void;
}

/** The step above a limit: a second person approves, by PIN or password in the window, by name in a browser. */
export const SecondPerson = (props: SecondPersonProps) => {
  const { t } = useTranslation('people');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Stack>
      <Title order={3} size="h5" ref={heading} tabIndex={-1} data-autofocus>
        {t('approval.title')}
      </Title>
      <Text size="sm">
        {'discount' in props.of
          ? t('approval.discountText', {
              discount: formatAmount(props.of.discount),
              amount: formatAmount(props.amount),
            })
          : t('approval.text', { amount: formatAmount(props.amount, props.ccy) })}
      </Text>
      {isDesktop ? <InWindow {...props} /> : <InBrowser {...props} />}
    </Stack>
  );
};

type Approvers = CallOutput<'approvals.people'>;

/** The people who can approve, or that there are none. */
const InWindow = (props: SecondPersonProps) => {
  const { t } = useTranslation('people');
  const people = useQuery(approversQuery(props.of, props.amount));
  return (
    <QueryView query={people} rows={2} height={48}>
      {(found) =>
        found.length > 0 ? (
          <ByPerson {...props} people={found} />
        ) : (
          <Stack>
            <Callout tone="working" role="status">
              {t('discount' in props.of ? 'approval.nobodyDiscount' : 'approval.nobody')}
            </Callout>
            <Group>
              <Act onClick={props.onBack} text={t('back')} />
            </Group>
          </Stack>
        )
      }
    </QueryView>
  );
};

/** A person of the list, and their PIN or password. */
const ByPerson = ({ people, ...props }: SecondPersonProps & { people: Approvers }) => {
  const { of, amount } = props;
  const { t } = useTranslation('people');
  const [chosen, setChosen] = useState<string | null>(null);
  const [wantsPassword, setWantsPassword] = useState(false);
  const [secret, setSecret] = useState('');
  const person = people.find(({ id }) => String(id) === chosen);
  const isByPin = person?.pin === true && !wantsPassword;
  const isFilled = person !== undefined && (isByPin ? isPin(secret) : secret !== '');
  const ask = (byPassword: boolean): void => {
    setSecret('');
    setWantsPassword(byPassword);
  };
  const approve = async (): Promise<string> => {
    const approver = person?.id ?? 0;
    const proof = isByPin ? { pin: secret } : { current: secret };
    return (await callProgram('approvals.give', { ...of, amount, approver, ...proof })).token;
  };
  return (
    <ApprovalForm {...props} approve={approve} isFilled={isFilled} onRefused={() => setSecret('')}>
      <Select
        label={t('approval.who')}
        data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen}
        allowDeselect={false}
        onChange={(id) => {
          setChosen(id);
          ask(false);
        }}
      />
      {isByPin ? <PinInput label={t('approval.pin')} value={secret} onChange={setSecret} /> : null}
      {person === undefined || isByPin ? null : <PasswordOf value={secret} onChange={setSecret} />}
      {person?.pin ? (
        <Group>
          <Act
            size="compact-sm"
            onClick={() => ask(!wantsPassword)}
            text={t(wantsPassword ? 'approval.byPin' : 'approval.byPassword')}
          />
        </Group>
      ) : null}
    </ApprovalForm>
  );
};

const PasswordOf = ({ value, onChange }: { value: string; onChange(value: string): void }) => {
  const { t } = useTranslation('people');
  return (
    <PasswordInput
      label={t('approval.password')}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};

/** Without a list of people: a name and a password. */
const InBrowser = (props: SecondPersonProps) => {
  const { of, amount } = props;
  const { t } = useTranslation('people');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const approve = async (): Promise<string> =>
    (await approveByName(of, { amount, username: username.trim(), password })).token;
  return (
    <ApprovalForm
      {...props}
      approve={approve}
      isFilled={username.trim() !== '' && password !== ''}
      onRefused={() => setPassword('')}
    >
      <TextInput
        label={t('approval.username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordOf value={password} onChange={setPassword} />
    </ApprovalForm>
  );
};

interface ApprovalFormProps extends SecondPersonProps {
  /** The fields. */
  children: ReactNode;
  isFilled: boolean;
  /** Gives the approval. @throws ApiError */
  approve(): Promise<string>;
  onRefused(): void;
}

const ApprovalForm = (props: ApprovalFormProps) => {
  const { of, ccy, amount, isBusy, onApproved, onBack, children, isFilled, approve, onRefused } = props;
  const { t } = useTranslation('people');
  const faultText = usePeopleFault();
  const form = useForm(!isFilled, async (isThere) => {
    try {
      const approval = await approve();
      // The dialog was closed meanwhile: the approval is not wanted any more.
      if (isThere()) onApproved(approval);
    } catch (error) {
      form.restart();
      onRefused();
      throw error;
    }
  });
  return (
    <Form onSubmit={form.onSubmit}>
      {children}
      {form.isTried && !isFilled ? <Fault role="alert">{t('approval.missing')}</Fault> : null}
      {form.failure ? (
        <Callout tone="error" role="alert" p="xs">
          {faultText(form.failure)}
        </Callout>
      ) : null}
      <Group>
        <Act
          tone={'discount' in of ? 'main' : 'danger'}
          type="submit"
          loading={form.isBusy || isBusy}
          text={
            'discount' in of
              ? t('approval.confirmDiscount', { discount: formatAmount(of.discount) })
              : t('approval.confirm', { amount: formatAmount(amount, ccy) })
          }
        />
        <Act disabled={form.isBusy || isBusy} onClick={onBack} text={t('back')} />
      </Group>
    </Form>
  );
};
