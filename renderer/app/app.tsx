import { MantineProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import 'dayjs/locale/uk';
import { QueryClientProvider } from '@tanstack/react-query';
import { cssVariables, theme } from '../ui/theme.ts';
import { usePreferences } from '../ui/use-preferences.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { styleNonce } from './nonce.ts';
import { Program } from './program.tsx';
import { queryClient } from './query-client.ts';
import { SessionGate } from './session-gate.tsx';

export const App = () => {
  const { language } = usePreferences();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <SessionGate />
            <Program />
          </QueryClientProvider>
        </ErrorBoundary>
      </DatesProvider>
    </MantineProvider>
  );
};
