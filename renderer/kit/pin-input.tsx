import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { MAX_PIN_LENGTH } from '../../shared/pins.ts';

interface PinInputProps extends Omit<PasswordInputProps, 'value' | 'onChange' | 'type'> {
  /** Digits alone. */
  value: string;
  onChange(digits: string): void;
}

/** A PIN as it is typed, hidden; anything but digits is dropped. It does not show how many digits the PIN has. */
export const PinInput = ({ value, onChange, ...input }: PinInputProps) => (
  <PasswordInput
    {...input}
    inputMode="numeric"
    // No password manager: several people share this window.
    autoComplete="off"
    visible={false}
    rightSection={<span />}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, MAX_PIN_LENGTH))}
  />
);
