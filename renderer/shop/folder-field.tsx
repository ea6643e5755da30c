import { Group, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../shared/size.ts';
import { callProgram, canOperate, isPossibleHere } from '../api/bridge.ts';
import { disksQuery } from '../api/program-queries.ts';
import { Act, Hint } from '../kit/act.tsx';
import { FailureLine } from '../kit/callout.tsx';
import { useAction } from '../kit/use-action.ts';
import classes from './folder-field.module.css';

interface FolderFieldProps {
  labels: Pick<TextInputProps, 'label' | 'description' | 'classNames'>;
  value: string;
  onType(path: string): void;
  onChoose(path: string): void;
  children?: ReactNode;
}

/**
 * A folder of this computer: chosen in the window's dialog, as a typed path could be one of another computer; in a tab
 * typed, and checked by the service.
 */
export const FolderField = ({ labels, value, onType, onChoose, children }: FolderFieldProps) => {
  const { t } = useTranslation();
  const { isBusy, failure, run } = useAction();
  const isChosen = isPossibleHere('folder.choose');
  const choose = async (): Promise<void> => {
    const { path } = await callProgram('folder.choose', {});
    if (path !== null) onChoose(path);
  };
  return (
    <>
      <TextInput
        {...labels}
        value={value}
        readOnly={isChosen}
        onChange={(event) => onType(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        inputContainer={(field) => (
          <Group gap="xs" mt={5} className={classes.field ?? ''}>
            {field}
            {isChosen ? (
              <Act flex="none" loading={isBusy} onClick={() => void run(choose)} text={t('chooseFolder')} />
            ) : null}
            {children}
          </Group>
        )}
      />
      <FailureLine failure={failure} />
      {isChosen || !canOperate ? null : <OtherDisks onChoose={onType} />}
    </>
  );
};

/** The disks that the service sees: the begin of a path, which need not be typed. */
const OtherDisks = ({ onChoose }: { onChoose(path: string): void }) => {
  const { t, i18n } = useTranslation();
  const { data: disks = [] } = useQuery(disksQuery);
  if (disks.length === 0) return null;
  return (
    <Group gap="xs" mt="xs">
      <Hint>{t('disks')}</Hint>
      {disks.map(({ path, free }) => (
        <Act
          key={path}
          size="compact-sm"
          onClick={() => onChoose(path)}
          text={t('disk', { path, free: formatSize(free, i18n.language === 'en' ? 'en' : 'uk') })}
        />
      ))}
    </Group>
  );
};
