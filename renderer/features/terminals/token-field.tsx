import { Flex, List, PasswordInput, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Terminal } from '../../../shared/api/terminals.ts';
import type { Failure } from '../../api/failure.ts';
import { Hint } from '../../kit/act.tsx';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { useAccount, useCanGiveTokens } from '../../shop/session/account.ts';
import { GiveTokenButton } from '../../shop/token-buttons.tsx';
import type { TokenProblem } from './token-problem.ts';

interface TokenFieldProps {
  value: string;
  onChange(value: string, isPasted: boolean): void;
  error: string | undefined;
  isReadOnly: boolean;
  autoFocus?: boolean;
  /** Instead of the button that shows the token. */
  mark?: ReactNode;
}

/**
 * A bank token, hidden until revealed. React would write a controlled value into an HTML attribute, so the value is set
 * as a property only.
 */
export const TokenField = ({
  value,
  onChange,
  error,
  isReadOnly,
  autoFocus = false,
  mark,
}: TokenFieldProps) => {
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
      size="md"
      label={t('facts.token')}
      // A dialog focuses the element with this attribute; elsewhere the effect above does.
      data-autofocus={autoFocus || undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      readOnly={isReadOnly}
      error={error}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('give.show') }}
      onChange={(event) => onChange(event.currentTarget.value, isPasted(event.nativeEvent))}
      {...(mark !== undefined && { rightSection: mark, rightSectionWidth: 'auto' })}
    />
  );
};

/** More came at once than a key types. */
const isPasted = (event: Event): boolean =>
  event instanceof InputEvent && (event.inputType.startsWith('insertFrom') || (event.data ?? '').length > 1);

/** Explains a token's problem to the user who pasted it. */
export const useTokenWords = () => {
  const { t } = useTranslation('terminals');
  const failureText = useFailureText();
  return {
    problemText: (problem: TokenProblem | undefined): string | undefined => {
      if (!problem) return undefined;
      return problem.kind === 'letter'
        ? t('give.problem.letter', { at: problem.at })
        : t(`give.problem.${problem.kind}`);
    },
    failureText: (failure: Failure): string => {
      if (failure.kind === 'bank' && failure.code === 'FORBIDDEN') return t('give.unknownToken');
      if (failure.kind === 'unanswered') return t('give.noAnswer', { code: failure.code });
      return failureText(failure);
    },
  };
};

/** Where the bank issues tokens, and how Kramar stores one. */
export const TokenSource = () => {
  const { t } = useTranslation('terminals');
  return (
    <div>
      <Text size="sm" fw={550} mb={4}>
        {t('where.title')}
      </Text>
      <List type="ordered" size="sm" spacing={2}>
        <List.Item>{t('where.cabinet')}</List.Item>
        <List.Item>{t('where.copy')}</List.Item>
      </List>
      <Hint size="xs" mt={6}>
        {t('where.safe')}
      </Hint>
    </div>
  );
};

/** Explains a missing token: what still works, and what to do. */
export const TokenMissing = ({ terminal }: { terminal: Terminal }) => {
  const { t } = useTranslation('terminals');
  const { is_owner: isOwner } = useAccount();
  const canGiveTokens = useCanGiveTokens();
  return (
    <Flex className="tinted" gap="sm" px="md" py="sm" fz="sm" lh={1.5} data-tone="failed">
      <IconAlertTriangle size={20} stroke={1.8} aria-hidden style={{ marginTop: 1 }} />
      <div>
        <strong>{t('token.missingTitle')}</strong> {t('token.missingText')}{' '}
        {isOwner ? null : t('token.others')}
      </div>
      {canGiveTokens ? (
        <GiveTokenButton terminal={terminal.id} flex="none" ms="auto" style={{ alignSelf: 'center' }} />
      ) : null}
    </Flex>
  );
};
