import { Button, List, Select, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { isDesktop } from '../../api/bridge.ts';
import { computerQuery } from '../../api/program-queries.ts';
import { systemQuery } from '../../api/queries.ts';
import { NotFound } from '../../kit/not-found.tsx';
import { Panel, PanelPart, PanelRow } from '../../kit/panel.tsx';
import { usePreferences } from '../../kit/use-preferences.ts';
import { LOCK_AFTER, preferencesStore } from '../../lib/preferences.ts';
import { ForDevelopers } from '../../shop/for-developers.tsx';
import { Backup } from './backup/backup.tsx';
import { ThisComputer } from './computer.tsx';
import { Shop } from './shop.tsx';
import { Updates } from './updates.tsx';

export const Section = () => {
  const { section } = useParams({ from: '/settings/$section' });
  const Content = CONTENT[section];
  return Content ? <Content /> : <NotFound />;
};

/** Version, updates and folders. */
const About = () => {
  const { t } = useTranslation('settings');
  const { data: system } = useQuery(systemQuery);
  const { data: computer } = useQuery(computerQuery);
  return (
    <>
      <Panel title={t('about.title')} text={t('about.text')}>
        <PanelRow label={t('about.version')}>
          <Text size="sm" className="figures">
            {system?.version ?? ''}
          </Text>
        </PanelRow>
        <PanelRow label={t('about.licence')} text={t('about.licenceText')}>
          <Text size="sm">MIT</Text>
        </PanelRow>
        {computer ? (
          <>
            <PanelRow label={t('folders.label.data')} text={computer.data_folder} />
            <PanelRow label={t('folders.label.logs')} text={computer.log_folder} />
          </>
        ) : null}
      </Panel>
      {isDesktop ? <Updates /> : null}
      {isDesktop ? null : (
        <Panel title={t('folders.title')} text={t('about.foldersText')}>
          <PanelPart>
            <ForDevelopers commands={['npm run admin -- doctor']} />
          </PanelPart>
        </Panel>
      )}
    </>
  );
};

const KEPT = ['tokens', 'key', 'passwords', 'sessions', 'backups', 'network'] as const;

/** Access and data protection. */
const Security = () => {
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
            renderRoot={(props) => <Link {...props} to="/settings/people" />}
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

/** The others are features of their own, which the router inserts. */
const CONTENT: Partial<Record<string, ComponentType>> = {
  shop: Shop,
  security: Security,
  backup: Backup,
  computer: ThisComputer,
  about: About,
};
