import { Button, Group, Input, Stack } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RefundRules } from '../../../../shared/api/refunds.ts';
import { CommentField } from '../details/cancel-dialog.tsx';
import type { RefundDraft } from './draft.ts';

const USUAL = ['returned', 'mistake', 'twice'] as const;

interface ReasonFieldProps {
  rules: RefundRules | undefined;
  draft: RefundDraft;
  /** A reason is required and none was chosen. */
  isMissing: boolean;
  onChange(changes: Partial<RefundDraft>): void;
}

/** The reason of a refund: of the owner's list, or, without one, the usual ones by a click and any other as text. */
export const ReasonField = ({ rules, draft, isMissing, onChange }: ReasonFieldProps) => {
  const { t } = useTranslation('invoices');
  const { reason, comment } = draft;
  const write = (typed: string): void => onChange({ comment: typed });
  if (rules && rules.reasons.length > 0)
    return (
      <Stack gap={6}>
        <Choice
          label={t('words.reason')}
          isRequired={rules.reason_required}
          error={isMissing ? t('refund.noReason') : undefined}
          reasons={rules.reasons}
          chosen={reason}
          onChoose={(chosen) => onChange({ reason: chosen })}
        />
        <CommentField
          label={t('words.comment')}
          hint={t('refund.commentHint')}
          value={comment}
          onChange={write}
        />
      </Stack>
    );
  return (
    <Stack gap={6}>
      <CommentField
        label={t('words.reason')}
        hint={t('refund.reasonHint')}
        value={comment}
        onChange={write}
      />
      <Reasons reasons={USUAL.map((name) => t(`refund.reasons.${name}`))} chosen={comment} onChoose={write} />
    </Stack>
  );
};

interface ReasonsProps {
  reasons: readonly string[];
  chosen: string;
  onChoose(reason: string): void;
}

const Reasons = ({ reasons, chosen, onChoose }: ReasonsProps) => (
  <Group gap={6}>
    {reasons.map((reason) => (
      <Button
        key={reason}
        size="compact-sm"
        variant={chosen === reason ? 'light' : 'default'}
        aria-pressed={chosen === reason}
        onClick={() => onChoose(chosen === reason ? '' : reason)}
      >
        {reason}
      </Button>
    ))}
  </Group>
);

interface ChoiceProps extends ReasonsProps {
  label: string;
  isRequired: boolean;
  error: string | undefined;
}

const Choice = ({ label, isRequired, error, ...reasons }: ChoiceProps) => {
  const id = useId();
  return (
    <Stack gap={4} role="group" aria-labelledby={id}>
      <Input.Label id={id} labelElement="div" required={isRequired}>
        {label}
      </Input.Label>
      <Reasons {...reasons} />
      {error === undefined ? null : <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
};
