import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router';
import * as v from 'valibot';
import { invoicesSearch } from '../features/invoices/search.ts';
import { BrokenScreen } from './error-boundary.tsx';
import { NotFound } from './not-found.tsx';
import { homeOf } from './places.ts';
import { Shell } from './shell.tsx';
import { useAccount } from './use-account.ts';

const Home = () => <Navigate to={homeOf(useAccount())} replace />;

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path }) as const;

const home = createRoute({ ...at('/'), component: Home });
const today = createRoute({
  ...at('/today'),
  component: lazyRouteComponent(() => import('../features/today/today.tsx'), 'Today'),
});
const charge = createRoute({
  ...at('/charge'),
  /** The invoice that is being paid: a reload in the middle of a payment comes back to it. */
  validateSearch: v.object({
    invoice: v.optional(v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)),
  }),
  component: lazyRouteComponent(() => import('../features/charge/charge.tsx'), 'Charge'),
});
const invoices = createRoute({
  ...at('/invoices'),
  validateSearch: invoicesSearch,
  component: lazyRouteComponent(() => import('../features/invoices/invoices.tsx'), 'Invoices'),
});
const invoice = createRoute({
  getParentRoute: () => invoices,
  path: '$invoiceId',
  component: lazyRouteComponent(() => import('../features/invoices/details.tsx'), 'InvoiceDetails'),
});
const terminals = createRoute({
  ...at('/terminals'),
  component: lazyRouteComponent(() => import('../features/terminals/terminals.tsx'), 'Terminals'),
});

const employees = createRoute({
  ...at('/employees'),
  component: lazyRouteComponent(() => import('../features/employees/employees.tsx'), 'Employees'),
});
const settings = createRoute({
  ...at('/settings'),
  component: lazyRouteComponent(() => import('../features/settings/settings.tsx'), 'Settings'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    today,
    charge,
    invoices.addChildren([invoice]),
    terminals,
    employees,
    settings,
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
