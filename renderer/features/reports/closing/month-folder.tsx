import { Group, Text } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callProgram, isPossibleHere } from '../../../api/bridge.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { settingsQuery } from '../../../api/program-queries.ts';
import { Act } from '../../../kit/act.tsx';
import { FailureLine } from '../../../kit/callout.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useAccount } from '../../../shop/session/account.ts';

/** Where the archive of each closed month is put besides; a browser downloads it. */
export const MonthFolder = () =>
  useAccount().is_owner && isPossibleHere('folder.choose') ? <Folder /> : null;

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
  const choose = async (): Promise<void> => {
    const { path } = await callProgram('folder.choose', {});
    if (path !== null) await change(path);
  };
  return (
    <>
      <Act
        icon={IconFolderPlus}
        loading={isBusy}
        onClick={() => void run(choose)}
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
    </>
  );
};
