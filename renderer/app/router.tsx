import { IconPlugConnectedX } from '@tabler/icons-react';
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Navigate,
  type RouteComponent,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../api/live-provider.tsx';
import { useIsFirstRun } from '../features/first-run/use-is-first-run.ts';
import { NotFound } from '../kit/no-screen.tsx';
import { EmptyState, LoadingState } from '../kit/query-view.tsx';
import { useAccount } from '../shop/session/account.ts';
import { onUserChange } from '../shop/session/user-change.ts';
import { CrashMessage } from './error-boundary.tsx';
import { withTexts } from './lazy-screen-part.ts';
import { movedTo } from './moved.ts';
import { queryClient } from './query-client.ts';
import { homePathOf, SCREENS, type Screen } from './screens.ts';
import { Shell } from './shell.tsx';

/** A section whose program part is still loading: a click is answered also while the service is away. */
const PendingScreen = () => {
  const { t } = useTranslation();
  const connection = useConnection();
  if (connection.state !== 'lost') return <LoadingState rows={8} />;
  return (
    <div role="status">
      <EmptyState isCard icon={IconPlugConnectedX} title={t('pending.title')}>
        {t('pending.text')}
      </EmptyState>
    </div>
  );
};

/** Shown in place of one screen that crashed; the navigation around it keeps working. */
const BrokenScreen = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const onRetry = () => {
    // Cached data may have caused the crash, so it is dropped and read again.
    queryClient.removeQueries({ type: 'inactive' });
    reset();
    void router.invalidate();
  };
  return <CrashMessage error={error} onRetry={onRetry} />;
};

const Home = () => {
  const account = useAccount();
  const isFirstRun = useIsFirstRun(account);
  if (isFirstRun === undefined) return null;
  return <Navigate to={isFirstRun ? '/first-run' : homePathOf(account)} replace />;
};

/** Where a screen is, what its address holds, and how it is loaded: when it is opened, or when the router preloads it. */
const at = <Each extends Screen>(screen: Each) =>
  ({
    path: screen.path,
    ...('validateSearch' in screen ? { validateSearch: screen.validateSearch } : {}),
    component: lazyRouteComponent(
      withTexts(screen.texts, async () => ({ Screen: await screen.load() })),
      'Screen',
    ),
    staticData: { screen },
  }) as unknown as Pick<Each, 'path' | Extract<'validateSearch', keyof Each>> & RouteOptions;

interface RouteOptions {
  component: RouteComponent;
  staticData: { screen: Screen };
}

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  beforeLoad: ({ location }) => {
    const to = movedTo(location.pathname);
    if (to !== undefined) throw redirect({ to: to as '/', search: location.search, replace: true });
  },
});
const inRoot = { getParentRoute: () => root } as const;

const home = createRoute({ ...inRoot, path: '/', component: Home });
const firstRun = createRoute({ ...inRoot, ...at(SCREENS.firstRun) });
const today = createRoute({ ...inRoot, ...at(SCREENS.today) });
const charge = createRoute({ ...inRoot, ...at(SCREENS.charge) });
const shift = createRoute({ ...inRoot, ...at(SCREENS.shift) });
const stands = createRoute({ ...inRoot, ...at(SCREENS.stands) });

const invoices = createRoute({ ...inRoot, ...at(SCREENS.invoices) });
const inInvoices = { getParentRoute: () => invoices } as const;
const invoice = createRoute({ ...inInvoices, ...at(SCREENS.invoice) });
const cashSale = createRoute({ ...inInvoices, ...at(SCREENS.cashSale) });

const catalog = createRoute({ ...inRoot, ...at(SCREENS.catalog) });
const inCatalog = { getParentRoute: () => catalog } as const;
const catalogPart = createRoute({ ...inCatalog, ...at(SCREENS.catalogPart) });
const firstCatalogPart = createRoute({
  ...inCatalog,
  path: '/',
  component: () => <Navigate to="/catalog/$part" params={{ part: 'products' }} replace />,
});

const reports = createRoute({ ...inRoot, ...at(SCREENS.reports) });
const inReports = { getParentRoute: () => reports } as const;
const sales = createRoute({ ...inReports, ...at(SCREENS.sales) });
const day = createRoute({ ...inReports, ...at(SCREENS.day) });
const days = createRoute({ ...inReports, ...at(SCREENS.days) });
const closeDay = createRoute({ ...inRoot, ...at(SCREENS.closeDay) });
const closeMonth = createRoute({ ...inRoot, ...at(SCREENS.closeMonth) });
const income = createRoute({ ...inReports, ...at(SCREENS.income) });
const reconciliation = createRoute({ ...inReports, ...at(SCREENS.reconciliation) });
const firstReport = createRoute({
  ...inReports,
  path: '/',
  component: () => <Navigate to="/reports/sales" replace />,
});

const settings = createRoute({ ...inRoot, ...at(SCREENS.settings) });
const inSettings = { getParentRoute: () => settings } as const;
const bank = createRoute({ ...inSettings, ...at(SCREENS.bank) });
const people = createRoute({ ...inSettings, ...at(SCREENS.people) });
const log = createRoute({ ...inSettings, ...at(SCREENS.log) });
const till = createRoute({ ...inSettings, ...at(SCREENS.till) });
const section = createRoute({ ...inSettings, ...at(SCREENS.section) });
const firstSetting = createRoute({ ...inSettings, ...at(SCREENS.firstSetting) });

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    firstRun,
    today,
    charge,
    shift,
    stands,
    invoices.addChildren([invoice, cashSale]),
    catalog.addChildren([firstCatalogPart, catalogPart]),
    reports.addChildren([firstReport, sales, day, days, income, reconciliation]),
    closeDay,
    closeMonth,
    settings.addChildren([firstSetting, bank, people, log, till, section]),
  ]),
  defaultErrorComponent: BrokenScreen,
  defaultPendingComponent: PendingScreen,
  // A screen that loads in less shows no placeholder.
  defaultPendingMs: 400,
  defaultPreload: 'intent',
  // TanStack Query decides what is fresh.
  defaultPreloadStaleTime: 0,
});

// The address shows what the user did, and the next user may have no permission for it.
onUserChange(() => void router.navigate({ to: '/', replace: true, ignoreBlocker: true }));

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    screen?: Screen;
  }
}
