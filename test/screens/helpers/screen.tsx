import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect } from 'vitest';
import { LiveProvider } from '../../../renderer/api/live-provider.tsx';
import { accountQuery } from '../../../renderer/api/queries.ts';
import { sessionStore } from '../../../renderer/api/session.ts';
import { queryClient } from '../../../renderer/app/query-client.ts';
import { SCREENS, type Screen, type ScreenName } from '../../../renderer/app/screens.ts';
import { Toasts } from '../../../renderer/app/toasts.tsx';
import { loadTexts, startTexts } from '../../../renderer/i18n/index.ts';
import { cssVariables, theme } from '../../../renderer/kit/theme.ts';
import { preferencesStore } from '../../../renderer/lib/preferences.ts';
import { endUser } from '../../../renderer/shop/session/user-change.ts';
import { account } from '../../../shared/api/account.ts';
import { serve } from './api.ts';
import { sample } from './sample.ts';

await startTexts(['common', 'failures', 'refusals']);

let root: Root | undefined;

const mount = (content: ReactNode): void => {
  preferencesStore.set({ sound: false });
  const place = document.createElement('main');
  place.id = 'app';
  document.body.append(place);
  root = createRoot(place);
  root.render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
};

export const unmount = (): void => {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
  sessionStore.forget();
  endUser();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
};

/** Valid until 2100. */
const TOKEN = `.${btoa(JSON.stringify({ exp: 4_102_444_800 }))}.`;

export const OWNER = sample(account, { username: 'owner', is_owner: true });

let users = 0;

const Elsewhere = () => <p data-elsewhere>{useLocation().href}</p>;

const WhenSignedIn = () => (useQuery(accountQuery).data ? <Outlet /> : null);

/**
 * Opens one screen without the frame around it; an address of another screen is shown as a text.
 * @param path with its search, `/charge?held=true`
 * @param by who is signed in
 */
export const openScreen = async (name: ScreenName, path: string, by = OWNER) => {
  // What a form keeps of a user stays: each test has one of its own.
  users += 1;
  const username = `${by.username}-${users}`;
  serve({ 'GET account/': { ...by, username } });
  sessionStore.begin({ username, access: TOKEN, refresh: TOKEN });
  const screen: Screen = SCREENS[name];
  const [component] = await Promise.all([screen.load(), loadTexts(screen.texts)]);
  const top = createRootRoute({ component: WhenSignedIn, notFoundComponent: Elsewhere });
  const options = { validateSearch: screen.validateSearch } as object;
  const opened = createRoute({
    getParentRoute: () => top,
    path: screen.path,
    component: component as RouteComponent,
    ...options,
  });
  const router = createRouter({
    routeTree: top.addChildren([opened]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  mount(
    <LiveProvider isOpen>
      <RouterProvider router={router as never} />
      <Toasts />
    </LiveProvider>,
  );
  return {
    back: () => router.history.back(),
    expectAt: (href: RegExp | string) => expect.poll(() => router.state.location.href).toMatch(href),
  };
};
