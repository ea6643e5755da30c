import { Button, Code, CopyButton, Group } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/list-states.tsx';

const COMMAND = 'npm run admin -- terminal add';

/** Nothing to charge with yet: the bank token is given past the browser, and only by the owner. */
export const NoTerminal = () => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  return (
    <div className="card">
      <EmptyState
        icon={<IconBuildingStore size={40} stroke={1.4} aria-hidden />}
        title={t('noTerminal.title')}
        action={
          <Group justify="center">
            <Code fz="sm">{COMMAND}</Code>
            <CopyButton value={COMMAND}>
              {({ copied, copy }) => (
                <Button variant="default" size="xs" onClick={copy}>
                  {common(copied ? 'copied' : 'copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
        }
      >
        {t('noTerminal.text')}
      </EmptyState>
    </div>
  );
};
