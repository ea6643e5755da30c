import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CrashMessage } from './error-boundary.tsx';
import { queryClient } from './query-client.ts';

/** Shown in place of one screen that crashed; the navigation around it keeps working. */
export const BrokenScreen = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const onRetry = () => {
    // Cached data may have caused the crash, so it is dropped and read again.
    queryClient.removeQueries({ type: 'inactive' });
    reset();
    void router.invalidate();
  };
  return <CrashMessage error={error} onRetry={onRetry} />;
};
