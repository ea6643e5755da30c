import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../shared/api/account.ts';
import { guidePath } from '../../../shared/guides.ts';
import { printReceipt } from '../../api/mutations.ts';
import { invoicesQuery, printerQuery } from '../../api/queries.ts';
import { sessionStore } from '../../api/session.ts';
import { useChargeDraft } from '../../features/charge/use-charge-draft.ts';
import { useToast } from '../../kit/use-toast.ts';
import { preferencesStore } from '../../lib/preferences.ts';
import { hasPermission } from '../../shop/session/permissions.ts';
import { signOut } from '../../shop/session/sign-out.ts';
import type { Act } from './entries.ts';
import type { Item } from './find.ts';
import { remember } from './recent.ts';

const LAST_PAID = { status: 'success', ordering: '-paid_date', page_size: 1 };

interface Surroundings {
  account: Account;
  isOnSale: boolean;
  onShortcuts(): void;
  onPin(): void;
}

/** Opens what was found, or does it. */
export const useOpenItem = ({
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
