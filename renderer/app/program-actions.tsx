import type { SpotlightActionData } from '@mantine/spotlight';
import { IconPlus, IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shopStateQuery } from '../data/program-queries.ts';
import { switchShop } from '../features/first-run/switch-shop.ts';
import { useCanGiveTokens } from '../session/account.ts';
import { useToast } from '../ui/use-toast.ts';

/** Palette actions that only the program's window offers. */
export const useProgramActions = (): SpotlightActionData[] => {
  const { t: firstRun } = useTranslation('first-run');
  const { t: terminals } = useTranslation('terminals');
  const navigate = useNavigate();
  const toast = useToast();
  const canGiveTokens = useCanGiveTokens();
  const { data: shop } = useQuery(shopStateQuery);
  const actions: SpotlightActionData[] = [];
  const addSwitch = (to: 'own' | 'practice', label: string) =>
    actions.push({
      id: `shop-${to}`,
      label,
      leftSection: <IconSchool size={20} aria-hidden />,
      onClick: () => void switchShop(to).catch(toast.error),
    });

  if (canGiveTokens)
    actions.push({
      id: 'add-terminal',
      label: terminals('give.open'),
      leftSection: <IconPlus size={20} aria-hidden />,
      onClick: () => void navigate({ to: '/terminals', search: { add: true } }),
    });
  if (shop?.is_practice) addSwitch('own', firstRun('practice.leave'));
  // A shop with terminals is not offered the practice shop: one wrong click would interrupt its work.
  else if (canGiveTokens && shop?.has_terminal === false) addSwitch('practice', firstRun('practice.open'));
  return actions;
};
