import type { SpotlightActionData } from '@mantine/spotlight';
import { IconPlus, IconSchool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shopStateQuery } from '../data/program-queries.ts';
import { switchShop } from '../features/first-run/switch-shop.ts';
import { useMayGiveTokens } from '../session/account.ts';
import { useTell } from '../ui/use-toast.ts';

/** What only the program's own window can do, for the palette. */
export const useProgramActions = (): SpotlightActionData[] => {
  const { t: firstRun } = useTranslation('first-run');
  const { t: terminals } = useTranslation('terminals');
  const navigate = useNavigate();
  const tell = useTell();
  const mayGiveTokens = useMayGiveTokens();
  const { data: shop } = useQuery(shopStateQuery);
  const actions: SpotlightActionData[] = [];
  const addSwitch = (to: 'own' | 'practice', label: string) =>
    actions.push({
      id: `shop-${to}`,
      label,
      leftSection: <IconSchool size={20} aria-hidden />,
      onClick: () => void switchShop(to).catch(tell.failed),
    });

  if (mayGiveTokens)
    actions.push({
      id: 'add-terminal',
      label: terminals('give.open'),
      leftSection: <IconPlus size={20} aria-hidden />,
      onClick: () => void navigate({ to: '/terminals', search: { add: true } }),
    });
  if (shop?.is_practice) addSwitch('own', firstRun('practice.leave'));
  // A shop that takes payments is not to be stopped by a slip in a list.
  else if (mayGiveTokens && shop?.has_terminal === false) addSwitch('practice', firstRun('practice.open'));
  return actions;
};
