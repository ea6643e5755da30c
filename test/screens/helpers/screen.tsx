import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
  useMatches,
} from '@tanstack/react-router';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect } from 'vitest';
import { LiveProvider } from '../../../renderer/api/live-provider.tsx';
import { passwordRequestStore } from '../../../renderer/api/password-request.ts';
import { accountQuery } from '../../../renderer/api/queries.ts';
import { sessionStore } from '../../../renderer/api/session.ts';
import { Program } from '../../../renderer/app/program.tsx';
import { queryClient } from '../../../renderer/app/query-client.ts';
import { router as programRouter } from '../../../renderer/app/router.tsx';
import { Toasts } from '../../../renderer/app/toasts.tsx';
import { startTexts } from '../../../renderer/i18n/index.ts';
import { cssVariables, theme } from '../../../renderer/kit/theme.ts';
import { useStore } from '../../../renderer/lib/create-store.ts';
import { type Preferences, preferencesStore } from '../../../renderer/lib/preferences.ts';
import { PasswordDialog } from '../../../renderer/shop/session/password-dialog.tsx';
import { endUser } from '../../../renderer/shop/session/user-change.ts';
import { account } from '../../../shared/api/employees.ts';
import { sample } from '../../helpers/sample.ts';
import { serve } from './api.ts';

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

/** Another place of the program, which is named and not opened: its own tests answer what it reads. */
const Elsewhere = () => <p>{useLocation().href}</p>;

const SignedIn = () => {
  const place = useMatches({ select: (matches) => matches[1]?.routeId });
  const [opened] = useState(place);
  return place === opened ? <Outlet /> : <Elsewhere />;
};

// The program's own routes without the frame around them, and away from the page's address, which is Vitest's.
programRouter.routeTree.update({
  component: () => (useQuery(accountQuery).data ? <SignedIn /> : null),
  notFoundComponent: Elsewhere,
});
programRouter.update({ ...programRouter.options, history: createMemoryHistory() });

/** As the program asks for it beside its screens. */
const PasswordRequest = () => {
  const request = useStore(passwordRequestStore);
  return request ? <PasswordDialog done={request.done} /> : null;
};

interface Opening {
  /** Who is signed in. */
  by?: typeof OWNER;
  language?: Preferences['language'];
  scheme?: 'light' | 'dark';
}

/**
 * Opens a screen, with those that the program puts around it, but without its frame.
 * @param path with its search, `/charge?held=true`
 */
export const openScreen = async (
  path: string,
  { by = OWNER, language = 'uk', scheme = 'light' }: Opening = {},
) => {
  // What a form keeps of a user stays: each test has one of its own.
  users += 1;
  const username = `${by.username}-${users}`;
  serve({ 'GET account/': { ...by, username } });
  sessionStore.begin({ username, access: TOKEN, refresh: TOKEN });
  preferencesStore.set({ language });
  localStorage.setItem('mantine-color-scheme-value', scheme);
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ ...programRouter.options, history });
  await router.load();
  const show = (): void =>
    mount(
      <LiveProvider isOpen>
        <RouterProvider router={router} />
        <Program />
        <PasswordRequest />
        <Toasts />
      </LiveProvider>,
    );
  show();
  return {
    back: () => history.back(),
    go: (href: string) => history.push(href),
    /** As after a reload: everything is read anew, and what was typed is kept. */
    reload: (): void => {
      root?.unmount();
      document.body.replaceChildren();
      queryClient.clear();
      show();
    },
    expectAt: (href: RegExp | string) => expect.poll(() => router.state.location.href).toMatch(href),
  };
};
