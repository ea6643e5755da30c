import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { employeesSearch } from '../features/employees/search.ts';
import { useIsFirstRun } from '../features/first-run/use-is-first-run.ts';
import { invoicesSearch } from '../features/invoices/search.ts';
import { persistent } from '../lib/persistent.ts';
import { BrokenScreen } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { homeOf } from './places.ts';
import { Shell } from './shell.tsx';
import { useAccount } from './use-account.ts';

const Home = () => {
  const account = useAccount();
  const isFirstRun = useIsFirstRun(account);
  if (isFirstRun === undefined) return null;
  return <Navigate to={isFirstRun ? '/first-run' : homeOf(account)} replace />;
};

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path }) as const;

const home = createRoute({ ...at('/'), component: Home });
const today = createRoute({
  ...at('/today'),
  component: lazyRouteComponent(
    persistent(() => import('../features/today/today.tsx')),
    'Today',
  ),
});
const charge = createRoute({
  ...at('/charge'),
  /** The invoice that is being paid: a reload in the middle of a payment comes back to it. */
  validateSearch: v.object({
    invoice: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)),
  }),
  component: lazyRouteComponent(
    persistent(() => import('../features/charge/charge.tsx')),
    'Charge',
  ),
});
const invoices = createRoute({
  ...at('/invoices'),
  validateSearch: invoicesSearch,
  component: lazyRouteComponent(
    persistent(() => import('../features/invoices/invoices.tsx')),
    'Invoices',
  ),
});
const invoice = createRoute({
  getParentRoute: () => invoices,
  path: '$invoiceId',
  component: lazyRouteComponent(
    persistent(() => import('../features/invoices/details.tsx')),
    'InvoiceDetails',
  ),
});
const terminals = createRoute({
  ...at('/terminals'),
  /** What opens there at once: adding one, or another token for one (its id). Never a token itself. */
  validateSearch: v.object({
    add: v.optional(v.fallback(v.optional(v.literal(true)), undefined)),
    token: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)),
  }),
  component: lazyRouteComponent(
    persistent(() => import('../features/terminals/terminals.tsx')),
    'Terminals',
  ),
});

const firstRun = createRoute({
  ...at('/first-run'),
  component: lazyRouteComponent(
    persistent(() => import('../features/first-run/first-run.tsx')),
    'FirstRun',
  ),
});
const employees = createRoute({
  ...at('/employees'),
  validateSearch: employeesSearch,
  component: lazyRouteComponent(
    persistent(() => import('../features/employees/employees.tsx')),
    'Employees',
  ),
});
const settings = createRoute({
  ...at('/settings'),
  component: lazyRouteComponent(
    persistent(() => import('../features/settings/settings.tsx')),
    'Settings',
  ),
});
const settingsSection = createRoute({
  getParentRoute: () => settings,
  path: '$section',
  component: lazyRouteComponent(
    persistent(() => import('../features/settings/section.tsx')),
    'Section',
  ),
});
const firstSection = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(
    persistent(() => import('../features/settings/section.tsx')),
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
    terminals,
    employees,
    settings.addChildren([firstSection, settingsSection]),
  ]),
  defaultErrorComponent: BrokenScreen,
  defaultPreload: 'intent',
  // The screens read through TanStack Query, which knows better what is fresh.
  defaultPreloadStaleTime: 0,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
