import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ask } from '../../data/bridge.ts';
import { failureOf } from '../../data/failure.ts';
import { FailureLine } from '../../ui/callout.tsx';
import { PanelRow } from '../../ui/panel.tsx';

/** A folder of the program: its path, and a button that opens it. */
export const FolderRow = ({ which, path }: { which: 'data' | 'logs'; path: string }) => {
  const { t } = useTranslation('settings');
  return (
    <PanelRow
      label={t(`folders.label.${which}`)}
      text={
        <>
          {t(`folders.text.${which}`)}
          <Text size="sm" c="var(--mantine-color-text)">
            {path}
          </Text>
        </>
      }
    >
      <OpenFolder which={which} label={t(`folders.openOf.${which}`)} />
    </PanelRow>
  );
};

interface OpenFolderProps {
  which: 'data' | 'logs' | 'backups';
  label: string;
  size?: 'xs' | 'sm';
}

export const OpenFolder = ({ which, label, size = 'xs' }: OpenFolderProps) => {
  const { t } = useTranslation('settings');
  const open = useMutation({ mutationFn: () => ask('folder.open', { which }) });
  return (
    <>
      <Button
        size={size}
        variant="default"
        flex="none"
        aria-label={label}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {t('folders.open')}
      </Button>
      <FailureLine failure={open.error ? failureOf(open.error) : undefined} maw="14rem" />
    </>
  );
};
