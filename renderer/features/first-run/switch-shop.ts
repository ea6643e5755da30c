import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/bridge.ts';
import { sessionStore } from '../../api/session.ts';

/** From the shop to the practice shop, or back. The page begins anew there: it is another shop's, with other accounts. */
export const switchShop = async (to: 'own' | 'practice'): Promise<void> => {
  await ask('shop.switch', { to });
  sessionStore.forget();
  location.replace('/');
};

export const useSwitchShop = (to: 'own' | 'practice') => useMutation({ mutationFn: () => switchShop(to) });
