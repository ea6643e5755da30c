import { Button, List, Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LOCK_AFTER, preferencesStore } from '../../lib/preferences.ts';
import { Panel, PanelPart, PanelRow } from '../../ui/panel.tsx';
import { usePreferences } from '../../ui/use-preferences.ts';

const KEPT = ['tokens', 'key', 'passwords', 'sessions', 'backups', 'network'] as const;

/** Who gets at what, and how it is kept. */
export const Security = () => {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation();
  const { lockAfter } = usePreferences();
  return (
    <>
      <Panel title={t('security.title')}>
        <PanelRow label={t('security.lock')} text={t('security.lockText')}>
          <Select
            size="sm"
            w="11rem"
            aria-label={t('security.lock')}
            value={String(lockAfter)}
            onChange={(value) => preferencesStore.set({ lockAfter: Number(value) })}
            data={LOCK_AFTER.map((minutes) => ({
              value: String(minutes),
              label: minutes === 0 ? common('account.never') : t('security.minutes', { count: minutes }),
            }))}
          />
        </PanelRow>
        <PanelRow label={t('security.password')} text={t('security.passwordText')}>
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link {...props} to="/employees" />}
            rightSection={<IconArrowRight size={16} aria-hidden />}
          >
            {t('security.toPassword')}
          </Button>
        </PanelRow>
      </Panel>
      <Panel title={t('kept.title')}>
        <PanelPart>
          <List size="sm" spacing={6}>
            {KEPT.map((name) => (
              <List.Item key={name}>{t(`kept.${name}`)}</List.Item>
            ))}
          </List>
        </PanelPart>
      </Panel>
    </>
  );
};
