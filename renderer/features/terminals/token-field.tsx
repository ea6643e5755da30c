import { PasswordInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface TokenFieldProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  isReadOnly: boolean;
  /** Takes the focus when it appears. */
  autoFocus?: boolean;
}

/**
 * A bank token, hidden until its own button shows it. React would write a controlled value into the page as an
 * attribute, for whatever reads the page; so the field is given its value as a property alone.
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
      // A dialog takes the focus to what is marked so; elsewhere the effect above does.
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
