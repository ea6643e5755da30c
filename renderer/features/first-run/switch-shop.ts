import { useMutation } from '@tanstack/react-query';
import { ask } from '../../data/bridge.ts';
import { sessionStore } from '../../data/session.ts';

/** Switches between the shop and the practice shop. The page reloads: the other shop has its own accounts. */
export const switchShop = async (to: 'own' | 'practice'): Promise<void> => {
  await ask('shop.switch', { to });
  sessionStore.forget();
  location.replace('/');
};

export const useSwitchShop = (to: 'own' | 'practice') => useMutation({ mutationFn: () => switchShop(to) });
