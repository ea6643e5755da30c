import { Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import { Act } from '../../kit/act.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { parsePrice } from '../../lib/money.ts';
import classes from './shift.module.css';

interface CountFormProps {
  label: string;
  submit: string;
  isBusy: boolean;
  /** Takes the counted cash, minor units. */
  onSubmit(cash: number, remark: string): void;
  /** Beside the submit button. */
  children?: ReactNode;
}

/** Counted cash with a remark, at the opening and at the closing. */
export const CountForm = ({ label, submit, isBusy, onSubmit, children }: CountFormProps) => {
  const { t } = useTranslation('shift');
  const [cash, setCash] = useState('');
  const [remark, setRemark] = useState('');
  const [isTried, setTried] = useState(false);
  const parsed = parsePrice(cash);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if ('minor' in parsed) onSubmit(parsed.minor, remark);
  };
  return (
    <form onSubmit={send} noValidate autoComplete="off" aria-label={label}>
      <Stack gap="sm">
        <MoneyInput
          label={t('count.cash')}
          description={t('count.cashText')}
          value={cash}
          onChange={setCash}
          fault={isTried && 'fault' in parsed ? parsed.fault : undefined}
          data-autofocus
          className={classes.cash}
        />
        <TextInput
          label={t('remark')}
          value={remark}
          maxLength={MAX_LENGTH.comment}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          {children}
          <Act tone="main" type="submit" loading={isBusy} text={submit} />
        </Group>
      </Stack>
    </form>
  );
};
