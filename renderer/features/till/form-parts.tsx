import { Group, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { terminalsQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { isPurpose, PURPOSE_NAMES, type Purpose } from './purposes.ts';

/** What the till app is for; each purpose has its permissions. */
export const PurposeField = ({ value, onChange }: { value: Purpose; onChange(purpose: Purpose): void }) => {
  const { t } = useTranslation('till');
  return (
    <Radio.Group
      label={t('keys.purpose')}
      value={value}
      onChange={(chosen) => {
        if (isPurpose(chosen)) onChange(chosen);
      }}
    >
      <Stack gap="xs" pt={6}>
        {PURPOSE_NAMES.map((each) => (
          <Radio
            key={each}
            value={each}
            label={t(`keys.purposes.${each}`)}
            description={t(`keys.purposeText.${each}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
};

interface FormButtonsProps {
  submit: string;
  isBusy: boolean;
  onCancel(): void;
}

export const FormButtons = ({ submit, isBusy, onCancel }: FormButtonsProps) => {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <Act tone="main" type="submit" loading={isBusy} text={submit} />
      <Act onClick={onCancel} text={t('cancel')} />
    </Group>
  );
};

/** "Only terminal Bar.", or "" for null: all terminals. @param terminal an id */
export const useTerminalLimit = (terminal: number | null): string => {
  const { t } = useTranslation('till');
  const { data: terminals = [] } = useQuery(terminalsQuery);
  if (terminal === null) return '';
  return t('keys.onlyTerminal', { name: terminals.find(({ id }) => id === terminal)?.name ?? terminal });
};
