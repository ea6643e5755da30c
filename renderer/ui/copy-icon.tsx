import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface CopyIconProps {
  value: string;
  /** What is copied, for who sees no icon. */
  label: string;
}

export const CopyIcon = ({ value, label }: CopyIconProps) => {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={copied ? t('copied') : label}
          title={copied ? t('copied') : label}
          onClick={copy}
        >
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
};
