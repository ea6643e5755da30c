import { PasswordInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface TokenFieldProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  isReadOnly: boolean;
  autoFocus?: boolean;
}

/**
 * A bank token, hidden until revealed. React would write a controlled value into an HTML attribute, so the value is set
 * as a property only.
 */
export const TokenField = ({ value, onChange, error, isReadOnly, autoFocus = false }: TokenFieldProps) => {
  const { t } = useTranslation('terminals');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value;
  }, [value]);
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  return (
    <PasswordInput
      ref={field}
      label={t('give.token')}
      // A dialog focuses the element with this attribute; elsewhere the effect above does.
      data-autofocus={autoFocus || undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      readOnly={isReadOnly}
      error={error}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('give.show') }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
