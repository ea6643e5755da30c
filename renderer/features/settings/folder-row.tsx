import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { callProgram } from '../../api/bridge.ts';
import { Act } from '../../kit/act.tsx';
import { FailureLine } from '../../kit/callout.tsx';
import { PanelRow } from '../../kit/panel.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useToast } from '../../kit/use-toast.ts';

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
      <Group gap="xs" wrap="nowrap">
        {which === 'logs' ? <SaveLogs /> : null}
        <OpenFolder which={which} label={t(`folders.openOf.${which}`)} />
      </Group>
    </PanelRow>
  );
};

/** Saves the logs as one file, for a person who helps: a tab downloads it, the window asks for a folder. */
export const SaveLogs = () => {
  const { t } = useTranslation('settings');
  const toast = useToast();
  const { isBusy, run } = useAction();
  const save = async (): Promise<void> => {
    try {
      const { path } = await callProgram('logs.export', {});
      if (path !== null) toast.success(t('savedAs', { name: path }));
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Act size="xs" flex="none" loading={isBusy} onClick={() => void run(save)} text={t('folders.saveLogs')} />
  );
};

interface OpenFolderProps {
  which: 'data' | 'logs' | 'backups';
  label: string;
  size?: 'xs' | 'sm';
}

export const OpenFolder = ({ which, label, size = 'xs' }: OpenFolderProps) => {
  const { t } = useTranslation('settings');
  const { isBusy, failure, run } = useAction();
  const open = async (): Promise<void> => {
    await callProgram('folder.open', { which });
  };
  return (
    <>
      <Act
        size={size}
        flex="none"
        aria-label={label}
        loading={isBusy}
        onClick={() => void run(open)}
        text={t('words.open')}
      />
      <FailureLine failure={failure} maw="14rem" />
    </>
  );
};
