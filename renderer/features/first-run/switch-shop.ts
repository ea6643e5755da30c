import { useMutation } from '@tanstack/react-query';
import { ask } from '../../data/bridge.ts';
import { sessionStore } from '../../data/session.ts';

/** From the shop to the practice shop, or back. The page begins anew there: it is another shop's, with other accounts. */
export const switchShop = async (to: 'own' | 'practice'): Promise<void> => {
  await ask('shop.switch', { to });
  sessionStore.forget();
  location.replace('/');
};

export const useSwitchShop = (to: 'own' | 'practice') => useMutation({ mutationFn: () => switchShop(to) });
