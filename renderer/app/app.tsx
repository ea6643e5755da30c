import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cssVariables, theme } from '../ui/theme.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { styleNonce } from './nonce.ts';
import { Program } from './program.tsx';
import { queryClient } from './query-client.ts';
import { SessionGate } from './session-gate.tsx';

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
      </QueryClientProvider>
    </ErrorBoundary>
  </MantineProvider>
);
