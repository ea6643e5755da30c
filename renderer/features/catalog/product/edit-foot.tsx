import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureCallout } from '../../../ui/callout.tsx';
import { SidePanelFoot } from '../../../ui/side-panel.tsx';
import type { Action } from '../../../ui/use-action.ts';
import classes from './panel.module.css';
import type { Draft } from './use-draft.ts';

interface EditFootProps {
  draft: Draft;
  action: Action;
  isSaved: boolean;
  onUndo(): void;
}

export const EditFoot = ({ draft, action, isSaved, onUndo }: EditFootProps) => {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation();
  const undo = (): void => {
    action.forget();
    onUndo();
  };
  return (
    <SidePanelFoot>
      <Stack gap="xs">
        <FailureCallout failure={action.failure} />
        <Group justify="space-between" mih="2.25rem">
          <Text
            size="sm"
            role="status"
            {...(isSaved && !draft.isDirty
              ? { 'data-tone': 'paid', className: classes.saved }
              : { c: 'dimmed' })}
          >
            {isSaved && !draft.isDirty ? common('saved') : t(draft.isDirty ? 'edit.dirty' : 'edit.clean')}
          </Text>
          {draft.isDirty ? (
            <Group gap="xs">
              <Button variant="default" disabled={action.isBusy} onClick={undo}>
                {t('edit.undo')}
              </Button>
              <Button type="submit" loading={action.isBusy}>
                {common('save')}
              </Button>
            </Group>
          ) : null}
        </Group>
      </Stack>
    </SidePanelFoot>
  );
};
