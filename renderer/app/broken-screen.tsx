import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Broken } from './error-boundary.tsx';
import { queryClient } from './query-client.ts';

/** One screen broke: the navigation around it goes on working. */
export const BrokenScreen = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter();
  const again = () => {
    // What broke it may have been what was read: it is read anew.
    queryClient.removeQueries({ type: 'inactive' });
    reset();
    void router.invalidate();
  };
  return <Broken error={error} again={again} />;
};
