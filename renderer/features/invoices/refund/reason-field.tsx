import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CommentField } from '../details/cancel-dialog.tsx';

const REASONS = ['returned', 'mistake', 'twice'] as const;

interface ReasonFieldProps {
  value: string;
  onChange(value: string): void;
}

/** Asks for the reason of a refund: the usual ones by a click, any other as text. */
export const ReasonField = ({ value, onChange }: ReasonFieldProps) => {
  const { t } = useTranslation('invoices');
  return (
    <Stack gap={6}>
      <CommentField
        label={t('refund.reason')}
        hint={t('refund.reasonHint')}
        value={value}
        onChange={onChange}
      />
      <Group gap={6}>
        {REASONS.map((name) => {
          const reason = t(`refund.reasons.${name}`);
          return (
            <Button
              key={name}
              size="compact-sm"
              variant={value === reason ? 'light' : 'default'}
              aria-pressed={value === reason}
              onClick={() => onChange(value === reason ? '' : reason)}
            >
              {reason}
            </Button>
          );
        })}
      </Group>
    </Stack>
  );
};
