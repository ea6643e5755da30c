import { callProgram } from '../../api/bridge.ts';
import { sessionStore } from '../../api/session.ts';
import { useAction } from '../../kit/use-action.ts';

/** Switches between the shop and the practice shop. The page reloads: the other shop has its own accounts. */
const switchShop = async (to: 'own' | 'practice'): Promise<void> => {
  await callProgram('shop.switch', { to });
  // Not before the page goes: this page would show its own sign-in for a moment.
  addEventListener('pagehide', () => sessionStore.forget(), { once: true });
  location.replace('/');
};

/** Busy until the page reloads. */
export const useSwitchShop = (to: 'own' | 'practice') => {
  const { isBusy, failure, result, run } = useAction<'switched'>();
  const start = (): void =>
    void run(async () => {
      await switchShop(to);
      return 'switched';
    });
  return { isBusy: isBusy || result !== undefined, failure, start };
};
