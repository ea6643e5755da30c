import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Navigate,
  useRouter,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { catalogSearch } from '../features/catalog/search.ts';
import { employeesSearch } from '../features/employees/search.ts';
import { useIsFirstRun } from '../features/first-run/use-is-first-run.ts';
import type { IncomeSearch } from '../features/income/search.ts';
import { reconciliationSearch } from '../features/reconciliation/search.ts';
import { daySearch, monthSearch, salesSearch } from '../features/reports/search.ts';
import type { ShiftSearch } from '../features/shift/search.ts';
import type { Namespace } from '../i18n/index.ts';
import { NotFound } from '../kit/not-found.tsx';
import { invoicesSearch } from '../lib/invoice-search.ts';
import { useAccount } from '../shop/session/account.ts';
import { onUserChange } from '../shop/session/user-change.ts';
import { CrashMessage } from './error-boundary.tsx';
import { withTexts } from './lazy-screen-part.ts';
import { homePathOf } from './nav-items.ts';
import { PendingScreen } from './pending-screen.tsx';
import { queryClient } from './query-client.ts';
import { Shell } from './shell.tsx';

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

/** A screen is loaded when it is opened, or when the router preloads it. */
const screen = <Part extends Record<string, unknown>, Name extends keyof Part & string>(
  texts: readonly Namespace[],
  load: () => Promise<Part>,
  name: Name,
) => lazyRouteComponent(withTexts(texts, load), name);

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path }) as const;

const home = createRoute({ ...at('/'), component: Home });
const today = createRoute({
  ...at('/today'),
  component: screen(['today', 'terminals'], () => import('./today-with-actions.tsx'), 'TodayWithActions'),
});
const charge = createRoute({
  ...at('/charge'),
  /** The invoice being paid, so that a reload returns to it. */
  validateSearch: v.object({
    invoice: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)),
  }),
  component: screen(
    ['charge', 'terminals', 'printing', 'customer'],
    () => import('../features/charge/charge.tsx'),
    'Charge',
  ),
});
const invoices = createRoute({
  ...at('/invoices'),
  validateSearch: invoicesSearch,
  component: screen(['invoices'], () => import('../features/invoices/invoices.tsx'), 'Invoices'),
});
const invoice = createRoute({
  getParentRoute: () => invoices,
  path: '$invoiceId',
  component: screen(
    ['invoices', 'people'],
    () => import('../features/invoices/details.tsx'),
    'InvoiceDetails',
  ),
});
const terminals = createRoute({
  ...at('/terminals'),
  /** The dialog to open: adding a terminal, or changing a token (a terminal's id). Never a token itself. */
  validateSearch: v.object({
    add: v.optional(v.fallback(v.optional(v.literal(true)), undefined)),
    token: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)),
  }),
  component: screen(
    ['terminals', 'board', 'fiscal'],
    () => import('../features/terminals/terminals.tsx'),
    'Terminals',
  ),
});
const board = createRoute({
  ...at('/terminals/board'),
  component: screen(['board', 'terminals'], () => import('../features/terminals/board/board.tsx'), 'Board'),
});
const catalog = createRoute({
  ...at('/catalog'),
  component: screen(['catalog'], () => import('../features/catalog/catalog.tsx'), 'Catalog'),
});
const catalogPart = createRoute({
  getParentRoute: () => catalog,
  /** products, categories, units */
  path: '$part',
  validateSearch: catalogSearch,
  component: screen(['catalog', 'fiscal'], () => import('../features/catalog/part.tsx'), 'CatalogPart'),
});
const firstCatalogPart = createRoute({
  getParentRoute: () => catalog,
  path: '/',
  component: () => <Navigate to="/catalog/$part" params={{ part: 'products' }} replace />,
});
const reports = createRoute({
  ...at('/reports'),
  component: screen(['reports'], () => import('../features/reports/reports.tsx'), 'Reports'),
});
const sales = createRoute({
  getParentRoute: () => reports,
  path: 'sales',
  validateSearch: salesSearch,
  component: screen(['reports'], () => import('../features/reports/sales.tsx'), 'Sales'),
});
const dayClose = createRoute({
  getParentRoute: () => reports,
  path: 'day',
  validateSearch: daySearch,
  component: screen(['reports'], () => import('../features/reports/day.tsx'), 'Day'),
});
const accountMonth = createRoute({
  getParentRoute: () => reports,
  path: 'month',
  validateSearch: monthSearch,
  component: screen(['month', 'reports'], () => import('../features/reports/month.tsx'), 'Month'),
});
const reconciliation = createRoute({
  getParentRoute: () => reports,
  path: 'reconciliation',
  validateSearch: reconciliationSearch,
  component: screen(
    ['reconciliation'],
    () => import('../features/reconciliation/reconciliation.tsx'),
    'Reconciliation',
  ),
});
const income = createRoute({
  getParentRoute: () => reports,
  path: 'income',
  /** Checked by the screen, which is loaded later. */
  validateSearch: (search): IncomeSearch => search,
  component: screen(['income', 'reports'], () => import('../features/income/income.tsx'), 'Income'),
});
const firstReport = createRoute({
  getParentRoute: () => reports,
  path: '/',
  component: () => <Navigate to="/reports/sales" replace />,
});

const firstRun = createRoute({
  ...at('/first-run'),
  component: screen(['first-run', 'terminals'], () => import('./first-run.tsx'), 'FirstRunWithTerminal'),
});
const shift = createRoute({
  ...at('/shift'),
  /** Checked by the screen, which is loaded later. */
  validateSearch: (search): ShiftSearch => search,
  component: screen(['shift', 'reports'], () => import('../features/shift/shift.tsx'), 'ShiftScreen'),
});
const employees = createRoute({
  ...at('/employees'),
  validateSearch: employeesSearch,
  component: screen(['employees'], () => import('../features/employees/employees.tsx'), 'Employees'),
});
const actionLog = createRoute({
  ...at('/employees/actions'),
  component: screen(['actions', 'settings'], () => import('../features/actions/actions.tsx'), 'Actions'),
});
const settings = createRoute({
  ...at('/settings'),
  component: screen(['settings'], () => import('../features/settings/settings.tsx'), 'Settings'),
});
const settingsSection = createRoute({
  getParentRoute: () => settings,
  path: '$section',
  component: screen(
    ['settings', 'backups', 'copies', 'printing'],
    () => import('../features/settings/section.tsx'),
    'Section',
  ),
});
const tillSection = createRoute({
  getParentRoute: () => settings,
  path: 'till',
  component: screen(['till'], () => import('../features/till/till.tsx'), 'Till'),
});
const firstSection = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: screen(
    ['settings', 'backups', 'copies', 'printing'],
    () => import('../features/settings/section.tsx'),
    'FirstSection',
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    firstRun,
    today,
    charge,
    invoices.addChildren([invoice]),
    catalog.addChildren([firstCatalogPart, catalogPart]),
    terminals,
    board,
    shift,
    reports.addChildren([firstReport, sales, dayClose, accountMonth, income, reconciliation]),
    employees,
    actionLog,
    settings.addChildren([firstSection, tillSection, settingsSection]),
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
}
