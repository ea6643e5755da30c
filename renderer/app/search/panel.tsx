import { Box, Highlight, Loader, Stack, useMantineColorScheme } from '@mantine/core';
import {
  IconBolt,
  IconBook,
  IconPackage,
  IconReceipt,
  IconSettings,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/api/employees.ts';
import { guidePath } from '../../../shared/guides.ts';
import { printReceipt } from '../../api/mutations.ts';
import { invoicesQuery, printerQuery } from '../../api/queries.ts';
import { sessionStore } from '../../api/session.ts';
import { signOut } from '../../api/sign-in.ts';
import { useChargeDraft } from '../../features/charge/use-charge-draft.ts';
import { Hint } from '../../kit/act.tsx';
import { Key } from '../../kit/key.tsx';
import { useToast } from '../../kit/use-toast.ts';
import { preferencesStore } from '../../lib/preferences.ts';
import { hasPermission } from '../../shop/session/permissions.ts';
import type { Act } from './entries.ts';
import { type Group, groupsOf, type Item } from './find.ts';
import classes from './panel.module.css';
import type { PanelKey } from './panel-key.ts';
import { remember } from './recent.ts';
import { useFoundItems } from './use-found-items.ts';

const ICONS: Record<Group, TablerIcon> = {
  actions: IconBolt,
  sales: IconReceipt,
  goods: IconPackage,
  people: IconUser,
  settings: IconSettings,
  guide: IconBook,
};

interface SearchPanelProps {
  id: string;
  account: Account;
  text: string;
  /** Pressed in the field and not acted on yet. */
  keys: readonly PanelKey[];
  onKeysTaken(): void;
  /** The id of the marked line. */
  onActive(id: string | undefined): void;
  onClose(isFocusKept?: boolean): void;
  onShortcuts(): void;
  onPin(): void;
}

/** What the text finds, in groups. */
export const SearchPanel = (props: SearchPanelProps) => {
  const { id, account, text, keys, onKeysTaken, onActive, onClose, onShortcuts, onPin } = props;
  const { t } = useTranslation('search');
  const isOnSale = useLocation().pathname === '/charge';
  const { items, isSettled, flush } = useFoundItems(account, text, isOnSale);
  const open = useOpenItem({ account, isOnSale, onShortcuts, onPin });
  const groups = groupsOf(items);
  const shown = groups.flatMap((group) => group.items);
  // The line that the user moved to; without one the first is marked. A line is known by what it is: results that arrive
  // move it, and the mark with it.
  const [chosen, setChosen] = useState<{ text: string; id: string }>();
  const isKept = chosen?.text === text && shown.some((item) => item.id === chosen.id);
  const marked = isKept ? chosen.id : shown[0]?.id;
  const lineId = (item: string): string => `${id}-${item}`;
  const active = marked === undefined ? undefined : lineId(marked);
  useEffect(() => onActive(active), [active, onActive]);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another line is marked
  useEffect(() => {
    if (isKept) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [isKept, marked]);

  const openItem = (item: Item, isToCart = false): void => {
    onClose(true);
    open(item, isToCart);
  };

  const act = useEffectEvent(() => {
    const end = followKeys(keys, shown, marked);
    if (end.pressed === undefined) {
      if (end.at !== undefined && end.at !== marked) setChosen({ text, id: end.at });
      onKeysTaken();
      return;
    }
    // What is first is sure only once everything has been found.
    if (!isKept && end.at === marked && !isSettled) {
      flush();
      return;
    }
    onKeysTaken();
    const item = shown.find((each) => each.id === end.at);
    if (item) openItem(item, end.pressed === 'toCart');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a key waits until what it concerns has been found
  useEffect(() => {
    if (keys.length > 0) act();
  }, [keys, isSettled]);

  const titleOf = ({ title }: Item): string => {
    if (typeof title === 'string') return title;
    return 'entry' in title ? t(`title.${title.entry}`) : t(title.text, { value: title.value });
  };
  const whereOf = ({ title, where }: Item): string =>
    where ?? (typeof title === 'object' && 'entry' in title ? t(`where.${title.entry}`) : '');

  return (
    <Box ref={list} py={6}>
      <div id={id} role="listbox" aria-label={t('results')}>
        {groups.map(({ group, items: each }) => {
          const Icon = ICONS[group];
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={group} role="group" aria-label={t(`groups.${group}`)}>
              <Box pt={8} px={14} pb={4} c="dimmed" fz="xs" fw={650} aria-hidden>
                {t(`groups.${group}`)}
              </Box>
              {each.map((item) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                <div
                  key={item.id}
                  id={lineId(item.id)}
                  role="option"
                  aria-selected={item.id === marked}
                  className={classes.line}
                  onClick={(event) => openItem(item, event.ctrlKey)}
                >
                  <Icon size={18} stroke={1.7} aria-hidden />
                  <Stack component="span" className="breaks" gap={0} flex={1} miw={0} fz="sm">
                    <Highlight
                      component="span"
                      size="sm"
                      highlight={text.split(/\s+/u)}
                      highlightStyles={MARK}
                    >
                      {titleOf(item)}
                    </Highlight>
                    <Box component="span" c="dimmed" fz="xs">
                      {whereOf(item)}
                    </Box>
                  </Stack>
                  {item.product && isOnSale ? (
                    <Box component="span" c="dimmed" fz="xs">
                      {t('toCart')}
                    </Box>
                  ) : null}
                  {item.shown ? <Key name={item.shown} /> : null}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {shown.length === 0 ? (
        <Box role="status" p={14} c="dimmed" fz="sm">
          {isSettled ? t('list.noResults') : <Loader size="xs" type="dots" aria-label={t('asking')} />}
        </Box>
      ) : null}
      <Hint className={classes.help}>{t('help')}</Hint>
    </Box>
  );
};

/** Where the arrows lead, up to a key that opens. */
const followKeys = (keys: readonly PanelKey[], shown: readonly Item[], from: string | undefined) => {
  let at = from;
  for (const key of keys) {
    if (key === 'open' || key === 'toCart') return { at, pressed: key };
    const next = shown.findIndex(({ id }) => id === at) + (key === 'down' ? 1 : -1);
    at = shown[(next + shown.length) % shown.length]?.id;
  }
  return { at, pressed: undefined };
};

const MARK = { background: 'none', color: 'inherit', fontWeight: 700 };

const LAST_PAID = { status: 'success', ordering: '-paid_date', page_size: 1 };

interface Surroundings {
  account: Account;
  isOnSale: boolean;
  onShortcuts(): void;
  onPin(): void;
}

/** Opens what was found, or does it. */
const useOpenItem = ({
  account,
  isOnSale,
  onShortcuts,
  onPin,
}: Surroundings): ((item: Item, isToCart: boolean) => void) => {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const { store } = useChargeDraft();
  const { setColorScheme } = useMantineColorScheme();
  const canSell = hasPermission(account, 'can_create_invoices');

  /** Where there is no printer, the sale is opened: its receipt can be printed there. */
  const printLast = async (): Promise<void> => {
    const [page, printer] = await Promise.all([
      queries.fetchQuery(invoicesQuery(LAST_PAID)),
      queries.fetchQuery(printerQuery),
    ]);
    const [last] = page.results;
    if (!last) return toast.error(new Error(t('noReceipt')));
    if (printer.has_printer) await printReceipt(last.id);
    else await navigate({ to: '/invoices/$invoiceId', params: { invoiceId: String(last.id) } });
  };

  const acts: Record<Act, () => void> = {
    lock: () => sessionStore.end('locked'),
    pin: onPin,
    signOut,
    printLast: () => void printLast().catch(toast.error),
    dark: () => setColorScheme('dark'),
    light: () => setColorScheme('light'),
    otherLanguage: () =>
      preferencesStore.set({ language: preferencesStore.get().language === 'uk' ? 'en' : 'uk' }),
    shortcuts: onShortcuts,
  };

  return (item, isToCart) => {
    remember(item);
    if (item.product && canSell && (isToCart || isOnSale)) {
      store.fill({ type: 'mode', mode: 'lines' });
      store.fill({ type: 'add', product: item.product });
      void navigate({ to: '/charge' });
    } else if ('link' in item.target) void navigate(item.target.link);
    else if ('act' in item.target) acts[item.target.act]();
    else
      window.open(
        guidePath(item.target.guide, preferencesStore.get().language, item.target.section),
        'kramar-guide',
      );
  };
};
