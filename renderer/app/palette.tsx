import { useMantineColorScheme } from '@mantine/core';
import {
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  spotlight,
} from '@mantine/spotlight';
import { IconLanguage, IconLayoutGrid, IconLock, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/account.ts';
import { sessionStore } from '../data/session.ts';
import { preferencesStore } from '../lib/preferences.ts';
import { hasPermission } from '../session/permissions.ts';
import { usePreferences } from '../ui/use-preferences.ts';
import { navItemsOf } from './nav-items.ts';
import { useProgramActions } from './program-actions.tsx';

/** The command palette: every action by name, and search for invoices. */
export const Palette = ({ account }: { account: Account }) => {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  // The palette is loaded when it is first opened, so it opens itself.
  useEffect(() => spotlight.open(), []);
  const actions = [...useNavActions(account), ...useActions(account, query.trim())];
  return (
    <Spotlight
      // shortcuts.tsx opens it by the physical key, which works in every keyboard layout.
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      actions={actions}
      nothingFound={t('palette.nothing')}
      highlightQuery
      attributes={{ content: { 'aria-label': t('palette.label') } }}
      searchProps={{
        leftSection: <IconSearch size={20} aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.label'),
      }}
    />
  );
};

const useNavActions = (account: Account): SpotlightActionGroupData[] => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const items = navItemsOf(account).map(({ name, path, icon: Icon, shown }) => ({
    id: name,
    label: t(`places.${name}`),
    description: shown,
    leftSection: <Icon size={20} stroke={1.7} aria-hidden />,
    onClick: () => void navigate({ to: path }),
  }));
  return [{ group: t('palette.places'), actions: items }];
};

const useActions = (account: Account, text: string): SpotlightActionGroupData[] => {
  const { t } = useTranslation();
  const { t: board } = useTranslation('board');
  const navigate = useNavigate();
  const { language } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  const programActions = useProgramActions();
  const find: SpotlightActionData[] =
    text !== '' && hasPermission(account, 'can_view_invoices')
      ? [
          {
            id: 'find',
            label: t('palette.searchInvoices', { text }),
            leftSection: <IconSearch size={20} aria-hidden />,
            onClick: () => void navigate({ to: '/invoices', search: { search: text } }),
          },
        ]
      : [];
  const registers: SpotlightActionData[] = hasPermission(account, 'can_view_invoices')
    ? [
        {
          id: 'board',
          label: board('link'),
          leftSection: <IconLayoutGrid size={20} aria-hidden />,
          onClick: () => void navigate({ to: '/terminals/board' }),
        },
      ]
    : [];
  return [
    {
      group: t('palette.actions'),
      actions: [
        ...find,
        ...registers,
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
