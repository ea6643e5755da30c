import { Box, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { terminalsQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Callout, FailureCallout } from '../../kit/callout.tsx';
import { Form } from '../../kit/form.tsx';
import { limitField } from '../../lib/text-length.ts';
import { TokenField, TokenSource, useTokenWords } from './token-field.tsx';
import { type AddTerminal, MAX_NAME_LENGTH, type Merchant } from './use-add-terminal.ts';

interface AddTerminalFormProps {
  adding: AddTerminal;
  /** The cancel or back button. */
  leave: ReactNode;
}

/** The form for the token, then the merchant and the terminal's name. */
export const AddTerminalForm = ({ adding, leave }: AddTerminalFormProps) =>
  adding.merchant ? (
    <Confirm adding={adding} merchant={adding.merchant} />
  ) : (
    <GiveToken adding={adding} leave={leave} />
  );

export const submitTo =
  (go: () => void) =>
  (event: FormEvent): void => {
    event.preventDefault();
    go();
  };

const GiveToken = ({ adding, leave }: AddTerminalFormProps) => {
  const { t } = useTranslation('terminals');
  const { problemText } = useTokenWords();
  return (
    <Form gap="md" onSubmit={submitTo(adding.tryToken)} aria-label={t('facts.token')}>
      <TokenSource />
      <TokenField
        autoFocus
        value={adding.token}
        onChange={adding.setToken}
        error={problemText(adding.problem)}
        isReadOnly={adding.isBusy}
      />
      <AddTerminalCallout adding={adding} />
      <Group justify="space-between">
        {leave}
        <Act tone="main" type="submit" loading={adding.isBusy} text={t('give.try')} />
      </Group>
    </Form>
  );
};

const Confirm = ({ adding, merchant }: { adding: AddTerminal; merchant: Merchant }) => {
  const { t } = useTranslation('terminals');
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.select(), []);
  return (
    <Form
      gap="md"
      onSubmit={submitTo(adding.add)}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-facts`}
    >
      <div>
        <Text fw={650} size="lg" id={`${id}-title`}>
          {t('give.isThisYou')}
        </Text>
        <Hint>{t('give.isThisYouText')}</Hint>
      </div>
      {/* The token's merchant, from the bank. */}
      <Box
        component="dl"
        id={`${id}-facts`}
        className="pairs"
        py="sm"
        px="md"
        lh={1.55}
        bg="var(--ground)"
        bd="1px solid var(--line)"
        bdrs="md"
      >
        <dt>{t('facts.merchant')}</dt>
        <Box component="dd" fz="md" fw={650} lh={1.4}>
          {merchant.merchant_name || t('facts.unknown')}
        </Box>
        <dt>{t('facts.edrpou')}</dt>
        <dd className="figures">{merchant.edrpou || t('give.noEdrpou')}</dd>
        <dt>{t('facts.merchantId')}</dt>
        <dd>{merchant.merchant_id}</dd>
      </Box>
      <SameMerchant merchant={merchant} />
      <TextInput
        ref={name}
        label={t('give.name')}
        description={t('give.nameText')}
        value={adding.name}
        readOnly={adding.isBusy}
        onChange={(event) => adding.setName(limitField(event.currentTarget, MAX_NAME_LENGTH))}
        error={adding.isNameBlank ? t('rename.blank') : null}
      />
      <AddTerminalCallout adding={adding} />
      <Group justify="space-between">
        <Act disabled={adding.isBusy} onClick={adding.another} text={t('give.another')} />
        <Act tone="main" type="submit" loading={adding.isBusy} text={t('give.add')} />
      </Group>
    </Form>
  );
};

/** A merchant can have several tokens, so a second terminal of one is allowed. */
const SameMerchant = ({ merchant }: { merchant: Merchant }) => {
  const { t } = useTranslation('terminals');
  const { data: terminals = [] } = useQuery(terminalsQuery);
  const same = terminals.find(({ merchant_id }) => merchant_id === merchant.merchant_id);
  if (!same) return null;
  return (
    <Callout tone="working" p="sm" role="status">
      {t('give.same', { name: same.name })}
    </Callout>
  );
};

export const AddTerminalCallout = ({ adding: { failure } }: { adding: AddTerminal }) => {
  const { failureText } = useTokenWords();
  if (!failure) return null;
  return (
    <FailureCallout failure={failure} p="sm">
      {failureText(failure)}
    </FailureCallout>
  );
};
