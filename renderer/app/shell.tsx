import { AppShell, Burger, Center, Group, Loader, NavLink, Stack, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/account.ts';
import { accountQuery, systemQuery } from '../api/queries.ts';
import { Logo } from '../kit/logo.tsx';
import { NoPermission } from '../kit/no-permission.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { hasPermission } from '../shop/session/permissions.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionBanner, ConnectionSign } from './connection.tsx';
import { lazyScreenPart } from './lazy-screen-part.ts';
import { NAV_ITEMS, navItemsOf } from './nav-items.ts';
import { PaidToasts } from './paid-toasts.tsx';
import { palette } from './palette-store.ts';
import classes from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';

const PracticeBanner = lazyScreenPart(
  ['first-run'],
  async () => (await import('../features/first-run/practice.tsx')).PracticeBanner,
);
const MovedNotice = lazyScreenPart(['copies'], async () => (await import('./moved-notice.tsx')).MovedNotice);
const PrinterNotice = lazyScreenPart(
  ['printing'],
  async () => (await import('./printer-notice.tsx')).PrinterNotice,
);
const Palette = lazyScreenPart(
  ['first-run', 'terminals', 'board', 'settings'],
  async () => (await import('./palette.tsx')).Palette,
);

export const Shell = () => {
  const account = useQuery(accountQuery);
  const { t } = useTranslation();
  // Matches the rendered route: the address is ahead while the next screen loads.
  const isFirstRun = useMatches({
    select: (matches) => matches.some(({ routeId }) => routeId === '/first-run'),
  });
  // The first run shows no navigation.
  if (account.data) return isFirstRun ? <Outlet /> : <Frame account={account.data} />;
  return (
    <Center h="100vh">
      <QueryView query={account} loading={<Loader aria-label={t('list.loading')} />}>
        {() => null}
      </QueryView>
    </Center>
  );
};

const Frame = ({ account }: { account: Account }) => {
  const { t } = useTranslation();
  const [isMenuOpen, menu] = useDisclosure(false);
  const { pathname } = useLocation();
  const { data: system } = useQuery(systemQuery);
  const [hasPalette, setHasPalette] = useState(false);
  const router = useRouter();
  // At 200 % zoom a laptop's window is under 400 px high.
  const isLow = useMediaQuery('(max-height: 30em)', false, { getInitialValueInEffect: false });

  // Preloads Charge, so that F2 accepts digits at once.
  useEffect(() => void router.preloadRoute({ to: '/charge' }), [router]);

  const current = NAV_ITEMS.find(({ path }) => pathname.startsWith(path));

  useEffect(() => {
    document.title = current ? `${t(`places.${current.name}`)} · Kramar` : 'Kramar';
    menu.close();
  }, [current, t, menu.close]);

  return (
    <AppShell
      header={{ height: isLow ? 44 : 56 }}
      navbar={{ width: { base: 240, sm: 224 }, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
    >
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <AppShell.Header className={classes.header}>
        <Group gap="sm" wrap="nowrap">
          <Burger
            hiddenFrom="sm"
            size="sm"
            opened={isMenuOpen}
            onClick={menu.toggle}
            aria-label={t('menu')}
            aria-expanded={isMenuOpen}
          />
          <Logo size={28} />
          <Text fw={650} visibleFrom="xs" maw="22rem" truncate>
            {system?.shop_name || 'Kramar'}
          </Text>
        </Group>
        <Group gap="sm" wrap="nowrap">
          <ConnectionSign />
          <AccountMenu account={account} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={t('navigation')}>
        <Stack gap={4}>
          {navItemsOf(account).map(({ name, path, icon: Icon, shown }) => (
            <NavLink
              key={name}
              component={Link}
              to={path}
              active={current?.name === name}
              aria-current={current?.name === name ? 'page' : undefined}
              label={t(`places.${name}`)}
              leftSection={<Icon size={20} stroke={1.7} aria-hidden />}
              rightSection={
                // Dimmed text on the active item would have too little contrast.
                <Text span size="xs" c={current?.name === name ? 'inherit' : 'dimmed'} aria-hidden>
                  {shown}
                </Text>
              }
              className={classes.place}
            />
          ))}
        </Stack>
        <Shortcuts
          account={account}
          onPalette={() => (hasPalette ? palette.toggle() : setHasPalette(true))}
        />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
        {system?.is_practice ? (
          <Suspense>
            <PracticeBanner />
          </Suspense>
        ) : null}
        {system?.moved_away ? (
          <Suspense>
            <MovedNotice moved={system.moved_away} />
          </Suspense>
        ) : null}
        <ConnectionBanner />
        <Suspense>
          <PrinterNotice />
        </Suspense>
        <div id="content" tabIndex={-1} className={classes.content}>
          {current && !hasPermission(account, current.needs) ? <NoPermission /> : <Outlet />}
        </div>
      </AppShell.Main>
      {hasPalette ? (
        <Suspense>
          <Palette account={account} />
        </Suspense>
      ) : null}
      <PaidToasts />
    </AppShell>
  );
};
