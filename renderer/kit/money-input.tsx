import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { AmountFault } from '../lib/money.ts';

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error' | 'inputMode'> {
  ref?: Ref<HTMLInputElement>;
  /** As typed; lib/money.ts parses it. */
  value: string;
  onChange(typed: string): void;
  /** Why the text is no amount. */
  fault?: AmountFault | undefined;
  /** Another error; true: marks the field, the text is elsewhere. */
  error?: ReactNode;
  /** Whether focus selects the amount, which is usually replaced as a whole. */
  isSelectedOnFocus?: boolean;
}

/** An amount as it is typed: the text stays as it is, and a wrong one is explained in the same words everywhere. */
export const MoneyInput = ({
  onChange,
  fault,
  error,
  isSelectedOnFocus = false,
  ...input
}: MoneyInputProps) => {
  const { t } = useTranslation();
  return (
    <TextInput
      spellCheck={false}
      {...input}
      inputMode="decimal"
      error={fault ? t(`amount.${fault}`) : error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(isSelectedOnFocus ? { onFocus: (event) => event.currentTarget.select() } : {})}
    />
  );
};
