import {
  AppShell,
  Box,
  Burger,
  Button,
  Center,
  type ElementProps,
  Flex,
  Loader,
  Popover,
  Stack,
  Text,
  UnstyledButton,
  type UnstyledButtonProps,
} from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconHelp, IconUserCircle, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/employees.ts';
import { accountQuery, systemQuery } from '../api/queries.ts';
import { Logo } from '../kit/logo.tsx';
import { NoPermission } from '../kit/no-screen.tsx';
import { QueryView } from '../kit/query-view.tsx';
import { openGuide } from '../lib/guide.ts';
import { ConnectionBanner, ConnectionSign } from './connection.tsx';
import { lazyScreenPart, withTexts } from './lazy-screen-part.ts';
import { PaidToasts } from './paid-toasts.tsx';
import { mayOpen, placeOf, placesOf } from './screens.ts';
import { SearchBox } from './search/search-box.tsx';
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
  const [isSheetOpen, sheet] = useDisclosure(false);
  const { pathname } = useLocation();
  const { data: system } = useQuery(systemQuery);
  const searchField = useRef<HTMLInputElement>(null);
  const router = useRouter();
  // At 200 % zoom a laptop's window is under 400 px high.
  const isLow = useMediaQuery('(max-height: 30em)', false, { getInitialValueInEffect: false });

  // Preloads Charge, so that F2 accepts digits at once.
  useEffect(() => void router.preloadRoute({ to: '/charge' }), [router]);

  const screens = useMatches({
    select: (matches) => matches.flatMap(({ staticData: { screen } }) => screen ?? []),
  });
  const title = screens.findLast(({ title }) => title)?.title;
  useEffect(() => {
    document.title = title ? `${t(`places.${title}`)} · Kramar` : 'Kramar';
  }, [title, t]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when another screen is opened
  useEffect(menu.close, [pathname, menu.close]);

  return (
    <AppShell
      // Sliding in after the window has become wider, it would lie over the page.
      transitionDuration={0}
      header={{ height: isLow ? 44 : 56 }}
      navbar={{ width: 'var(--navigation)', breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
    >
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <AppShell.Header className={classes.header}>
        <Burger
          hiddenFrom="sm"
          size="sm"
          opened={isMenuOpen}
          onClick={menu.toggle}
          aria-label={t('menu')}
          aria-expanded={isMenuOpen}
        />
        <Flex className={classes.brand ?? ''} align="center" gap={10} miw={28} maw="16rem">
          <Logo size={28} />
          <Text fw={650} visibleFrom="sm" truncate>
            {system?.shop_name || 'Kramar'}
          </Text>
        </Flex>
        <SearchBox account={account} field={searchField} onShortcuts={sheet.open} />
        <ConnectionSign />
        <AccountMenu account={account} onShortcuts={sheet.open} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={t('navigation')}>
        <Navigation account={account} pathname={pathname} />
      </AppShell.Navbar>
      <Shortcuts account={account} searchField={searchField} isSheetOpen={isSheetOpen} sheet={sheet} />
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
        <Box
          id="content"
          tabIndex={-1}
          className={classes.content ?? ''}
          flex={1}
          w="100%"
          miw={0}
          maw="var(--content-max)"
          mx="auto"
        >
          {mayOpen(
            account,
            screens.map(({ needs }) => needs),
          ) ? (
            <Outlet />
          ) : (
            <NoPermission />
          )}
        </Box>
      </AppShell.Main>
      <PaidToasts />
    </AppShell>
  );
};

const ICON = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/** The places that the account may open, and the guide. @param pathname ahead of the screen while the next one loads */
const Navigation = ({ account, pathname }: { account: Account; pathname: string }) => {
  const { t } = useTranslation();
  const current = placeOf(pathname);
  return (
    <>
      <Stack gap={2}>
        {placesOf(account).map(({ name, path, icon: Icon, shown }) => (
          <Place
            key={name}
            renderRoot={(props) => <Link {...props} to={path} activeProps={{}} />}
            aria-current={name === current ? 'page' : undefined}
            icon={Icon}
            name={t(`places.${name}`)}
            shown={shown}
          />
        ))}
      </Stack>
      <Place
        icon={IconHelp}
        name={t('places.guide')}
        shown="F1"
        onClick={() => openGuide(location.pathname)}
      />
    </>
  );
};

interface PlaceProps extends ElementProps<'button', keyof UnstyledButtonProps> {
  icon: TablerIcon;
  name: string;
  /** Its key. */
  shown: string | undefined;
  /** Of a link; without it, a button. */
  renderRoot?(props: Record<string, unknown>): ReactNode;
}

const Place = ({ icon: Icon, name, shown, ...button }: PlaceProps) => (
  // The navigation scrolls, and would cut a ring around.
  <UnstyledButton className={`ring-inside ${classes.place}`} {...button}>
    <Icon {...ICON} />
    <Box component="span" flex={1}>
      {name}
    </Box>
    <span className={classes.key} aria-hidden>
      {shown}
    </span>
  </UnstyledButton>
);

const loadItems = withTexts(
  ['people'],
  async () => (await import('./account-menu-items.tsx')).AccountMenuItems,
);

/** The account menu. Its items load when it is first opened, and it opens with all of them, so that one has the focus. */
const AccountMenu = ({ account, onShortcuts }: { account: Account; onShortcuts(): void }) => {
  const { t } = useTranslation();
  const name = account.full_name || account.username;
  const label = t('account.menu', { name });
  const [isOpen, menu] = useDisclosure(false);
  const [Items, setItems] = useState<Awaited<ReturnType<typeof loadItems>>>();
  const toggle = async (): Promise<void> => {
    const part = await loadItems();
    setItems(() => part);
    menu.toggle();
  };
  return (
    <Popover
      position="bottom-end"
      width={280}
      trapFocus
      returnFocus
      opened={isOpen}
      onChange={(opened) => (opened ? menu.open() : menu.close())}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          aria-label={label}
          onClick={() => void toggle()}
          leftSection={<IconUserCircle size={20} stroke={1.7} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          <Text span size="sm" visibleFrom="xs" maw="12rem" truncate>
            {name}
          </Text>
        </Button>
      </Popover.Target>
      {Items ? (
        <Items account={account} label={label} onClose={menu.close} onShortcuts={onShortcuts} />
      ) : null}
    </Popover>
  );
};
