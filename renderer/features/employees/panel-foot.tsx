import { Button, Group, Stack } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureCallout } from '../../ui/callout.tsx';
import { SidePanelFoot } from '../../ui/side-panel.tsx';
import type { Action } from '../../ui/use-action.ts';
import { useOpen } from './use-open.ts';

interface PanelFootProps {
  action: Action;
  /** Fields that tell themselves what is wrong with them. */
  told: readonly string[];
}

/** The end of a form that is closed once it is done: what went wrong, a way out, and its button. */
export const PanelFoot = ({ action, told, children }: PropsWithChildren<PanelFootProps>) => {
  const { t } = useTranslation();
  const open = useOpen();
  return (
    <SidePanelFoot>
      <Stack gap="xs">
        <FailureCallout failure={action.failure} told={told} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => open(undefined)}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={action.isBusy}>
            {children}
          </Button>
        </Group>
      </Stack>
    </SidePanelFoot>
  );
};
