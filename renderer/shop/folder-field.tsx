import { Group, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callProgram, isPossibleHere } from '../api/bridge.ts';
import { Act } from '../kit/act.tsx';
import { FailureLine } from '../kit/callout.tsx';
import { useAction } from '../kit/use-action.ts';
import classes from './folder-field.module.css';

interface FolderFieldProps {
  labels: Pick<TextInputProps, 'label' | 'description' | 'classNames'>;
  value: string;
  onType(path: string): void;
  onChoose(path: string): void;
  /** Beside the field. */
  children?: ReactNode;
}

/**
 * A folder of this computer. In the window it is chosen in the system's dialog: a typed path could be one of another
 * computer. A tab has no dialog: there it is typed, and the service checks it.
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
    </>
  );
};
