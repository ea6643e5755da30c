import { Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolderPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram, canOperate, isPossibleHere } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { settingsQuery } from '../../../api/program-queries.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { FolderField } from '../../../shop/folder-field.tsx';
import { useAccount } from '../../../shop/session/account.ts';

/** Where the archive of each closed month is put besides; a plain browser downloads it alone. */
export const MonthFolder = () => (useAccount().is_owner && canOperate ? <Folder /> : null);

const Folder = () => {
  const { t } = useTranslation('closing');
  const invalidate = useInvalidate();
  const { isBusy, failure, run } = useAction();
  const { data } = useQuery(settingsQuery);
  const folder = data?.find(({ name }) => name === 'month_folder')?.value ?? '';
  const change = async (value: string): Promise<void> => {
    await callProgram('settings.change', { name: 'month_folder', value });
    await invalidate('setting');
  };
  const [isTyping, typing] = useDisclosure(false);
  // A tab has no dialog of the system: there the path is typed.
  const hasDialog = isPossibleHere('folder.choose');
  const choose = async (): Promise<void> => {
    const { path } = await callProgram('folder.choose', {});
    if (path !== null) await change(path);
  };
  return (
    <>
      <Act
        icon={IconFolderPlus}
        loading={isBusy}
        onClick={hasDialog ? () => void run(choose) : typing.open}
        text={t(folder === '' ? 'month.folder' : 'words.anotherFolder')}
      />
      {folder === '' ? null : (
        <Group gap="xs" w="100%">
          <Text size="sm">{t('month.folderIs', { path: folder })}</Text>
          <Act
            tone="quiet"
            size="xs"
            onClick={() => void run(() => change(''))}
            text={t('month.folderNone')}
          />
        </Group>
      )}
      <FailureLine failure={failure} />
      {isTyping ? <TypedFolder onChange={change} onClose={typing.close} /> : null}
    </>
  );
};

interface TypedFolderProps {
  /** @throws ApiError */
  onChange(path: string): Promise<void>;
  onClose(): void;
}

const TypedFolder = ({ onChange, onClose }: TypedFolderProps) => {
  const { t } = useTranslation('closing');
  const [path, setPath] = useState('');
  const form = useForm(false, async () => {
    await onChange(path.trim());
    onClose();
  });
  return (
    <FormDialog
      title={t('month.folderTitle')}
      form={form}
      submit={t('words.checkAndSave')}
      isDisabled={path.trim() === ''}
      onClose={onClose}
    >
      <FolderField
        labels={{ label: t('month.folderPath'), description: t('month.folderText') }}
        value={path}
        onType={setPath}
        onChoose={setPath}
      />
    </FormDialog>
  );
};
