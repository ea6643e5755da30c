import { Radio, SimpleGrid, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { formatAmount } from '../../../shared/money.ts';
import { callProgram } from '../../api/bridge.ts';
import { newKey } from '../../api/keyed-attempts.ts';
import { useInvalidate } from '../../api/keys.ts';
import { createInvoice } from '../../api/mutations.ts';
import { Hint } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { Form } from '../../kit/form.tsx';
import { useAction } from '../../kit/use-action.ts';
import { textLength } from '../../lib/text-length.ts';
import classes from './frame.module.css';
import { HINT_BELOW, MainButton, StepHead } from './frame.tsx';

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
export const useShopStep = ({ storedName, takesCash: stored, terminal, onDone }: ShopStepProps) => {
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
export type ShopForm = ReturnType<typeof useShopStep>;

export const ShopStep = ({ form }: { form: ShopForm }) => {
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
