import { NavLink, Stack } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { canOperate } from '../../api/bridge.ts';
import { Page } from '../../kit/page.tsx';
import { ChangeElsewhere } from '../../shop/change-elsewhere.tsx';
import { useAccount } from '../../shop/session/account.ts';
import { SECTIONS } from './sections.ts';
import classes from './settings.module.css';

/** The owner's settings by section; the first page lists them. */
export const Settings = () => {
  const { t } = useTranslation('settings');
  const { pathname } = useLocation();
  const { is_owner: isOwner } = useAccount();
  const shown = pathname.split('/')[2];
  const elsewhere = canOperate || !isOwner ? null : <ChangeElsewhere screen={pathname.slice(1)} />;
  if (!shown)
    return (
      <Page title={t('places.settings')}>
        <Stack gap="md" maw="58rem">
          {elsewhere}
          <Outlet />
        </Stack>
      </Page>
    );
  return (
    <Page title={t('places.settings')}>
      <div className={classes.settings}>
        {isOwner ? (
          <Link to="/settings" className={classes.back}>
            <IconChevronLeft size={18} aria-hidden />
            {t('all')}
          </Link>
        ) : null}
        <nav className={classes.list} aria-label={t('list')}>
          {SECTIONS.filter(({ name }) => isOwner || name === 'bank').map(({ name, icon: Icon }) => (
            <NavLink
              key={name}
              renderRoot={(props) => <Link {...props} to="/settings/$section" params={{ section: name }} />}
              active={name === shown}
              aria-current={name === shown ? 'page' : undefined}
              label={t(`sections.${name}`)}
              leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
              bdrs="md"
            />
          ))}
        </nav>
        <Stack gap="md" maw="58rem">
          {elsewhere}
          <Outlet />
        </Stack>
      </div>
    </Page>
  );
};
