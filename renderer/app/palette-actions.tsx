import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconClockDollar,
  IconLanguage,
  IconLayoutGrid,
  IconLock,
  IconMoon,
  IconPlus,
  IconReportMoney,
  IconSchool,
  IconSun,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/account.ts';
import { shopStateQuery } from '../api/program-queries.ts';
import { sessionStore } from '../api/session.ts';
import { SECTIONS } from '../features/settings/sections.ts';
import { usePreferences } from '../kit/use-preferences.ts';
import { useToast } from '../kit/use-toast.ts';
import { preferencesStore } from '../lib/preferences.ts';
import { useCanGiveTokens } from '../shop/session/account.ts';
import { hasPermission } from '../shop/session/permissions.ts';
import { switchShop } from '../shop/session/switch-shop.ts';
import { placesOf } from './screens.ts';

/** Sections, actions and settings that the account may use; found without a request. */
export const useFixedActions = (account: Account): SpotlightActionGroupData[] => [
  ...useNavActions(account),
  ...useCommands(account),
  ...useSettings(account),
];

/** Palette actions that only the program's window offers. */
const useProgramActions = (): SpotlightActionData[] => {
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
      onClick: () => void navigate({ to: '/settings/bank', search: { add: true } }),
    });
  if (shop?.is_practice) addSwitch('own', firstRun('practice.leave'));
  // A shop with terminals is not offered the practice shop: one wrong click would interrupt its work.
  else if (canGiveTokens && shop?.has_terminal === false) addSwitch('practice', firstRun('practice.open'));
  return actions;
};

const useNavActions = (account: Account): SpotlightActionGroupData[] => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const items = placesOf(account).map(({ name, path, icon: Icon, shown }) => ({
    id: name,
    label: t(`places.${name}`),
    description: shown,
    leftSection: <Icon size={20} stroke={1.7} aria-hidden />,
    onClick: () => void navigate({ to: path }),
  }));
  return [{ group: t('palette.places'), actions: items }];
};

const useCommands = (account: Account): SpotlightActionGroupData[] => {
  const { t } = useTranslation();
  const { t: board } = useTranslation('board');
  const navigate = useNavigate();
  const { language } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  const programActions = useProgramActions();
  const views: SpotlightActionData[] = hasPermission(account, 'can_view_invoices')
    ? [
        {
          id: 'day-summary',
          label: t('palette.daySummary'),
          leftSection: <IconReportMoney size={20} aria-hidden />,
          onClick: () => void navigate({ to: '/reports/day' }),
        },
        {
          id: 'board',
          label: board('link'),
          leftSection: <IconLayoutGrid size={20} aria-hidden />,
          onClick: () => void navigate({ to: '/charge/stands' }),
        },
      ]
    : [];
  const shift: SpotlightActionData[] =
    hasPermission(account, 'can_create_invoices') || hasPermission(account, 'reports')
      ? [
          {
            id: 'shift',
            label: t('palette.shift'),
            leftSection: <IconClockDollar size={20} aria-hidden />,
            onClick: () => void navigate({ to: '/shift' }),
          },
        ]
      : [];
  return [
    {
      group: t('palette.actions'),
      actions: [
        ...shift,
        ...views,
        ...programActions,
        {
          id: 'lock',
          label: t('account.lock'),
          description: 'Alt L',
          leftSection: <IconLock size={20} aria-hidden />,
          onClick: () => sessionStore.end('locked'),
        },
        {
          id: 'language',
          label: t('palette.language'),
          leftSection: <IconLanguage size={20} aria-hidden />,
          onClick: () => preferencesStore.set({ language: language === 'uk' ? 'en' : 'uk' }),
        },
        {
          id: 'light',
          label: t('palette.light'),
          leftSection: <IconSun size={20} aria-hidden />,
          onClick: () => setColorScheme('light'),
        },
        {
          id: 'dark',
          label: t('palette.dark'),
          leftSection: <IconMoon size={20} aria-hidden />,
          onClick: () => setColorScheme('dark'),
        },
      ],
    },
  ];
};

const useSettings = (account: Account): SpotlightActionGroupData[] => {
  const { t } = useTranslation();
  const { t: settings } = useTranslation('settings');
  const navigate = useNavigate();
  if (!hasPermission(account, 'owner')) return [];
  const actions = SECTIONS.map(({ name, icon: Icon }) => ({
    id: `settings-${name}`,
    label: settings(`sections.${name}`),
    description: t('palette.settings'),
    leftSection: <Icon size={20} stroke={1.7} aria-hidden />,
    onClick: () => void navigate({ to: '/settings/$section', params: { section: name } }),
  }));
  return [{ group: t('palette.settings'), actions }];
};
