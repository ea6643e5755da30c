import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { passwordRequestStore } from '../api/password-request.ts';
import { restoringStore } from '../api/restoring.ts';
import { cssVariables, theme } from '../kit/theme.ts';
import { useStore } from '../lib/create-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyScreenPart } from './lazy-screen-part.ts';
import { Program } from './program.tsx';
import { queryClient } from './query-client.ts';
import { SessionGate } from './session-gate.tsx';

/** Loaded when a call needs the password: the sign-in has no dialog to load. */
const PasswordDialog = lazyScreenPart(
  [],
  async () => (await import('../shop/session/password-dialog.tsx')).PasswordDialog,
);

const PasswordRequest = () => {
  const request = useStore(passwordRequestStore);
  return request ? (
    <Suspense>
      <PasswordDialog done={request.done} />
    </Suspense>
  ) : null;
};

const RestoreOutcome = lazyScreenPart(
  ['backups', 'refusals'],
  async () => (await import('../features/settings/backup/restore-outcome.tsx')).RestoreOutcome,
);

const RestoreUnderWay = () => {
  const restoring = useStore(restoringStore);
  return restoring ? (
    <Suspense>
      <RestoreOutcome restoring={restoring} />
    </Suspense>
  ) : null;
};

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => styleNonce}
  >
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <SessionGate />
        <Program />
        <PasswordRequest />
        <RestoreUnderWay />
      </QueryClientProvider>
    </ErrorBoundary>
  </MantineProvider>
);

/**
 * The server lets through only styles that carry this page's nonce (main/http/screens.ts). Mantine takes it as a
 * property; react-remove-scroll, which Mantine uses under open windows, reads this name.
 */
const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

Object.assign(globalThis, { __webpack_nonce__: styleNonce });
