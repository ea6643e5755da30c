import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/count.ts';
import { readId } from '../../lib/invoices.ts';
import { useMay } from '../../session/account.ts';
import { ExportMenu } from '../../tasks/export-menu.tsx';
import { Page } from '../../ui/page.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import classes from './invoices.module.css';
import { InvoiceList } from './list.tsx';
import { useInvoiceList, useInvoicesSearch } from './use-list.ts';

/** The list, and at its side the invoice that is open. */
export const Invoices = () => {
  const { t } = useTranslation();
  const [search, setSearch] = useInvoicesSearch();
  const list = useInvoiceList(search);
  const { invoiceId } = useParams({ strict: false });
  const openId = invoiceId === undefined ? undefined : readId(invoiceId);
  useFocusBack(openId);

  return (
    <div className={classes.layout}>
      <div className={classes.list}>
        <Page title={t('places.invoices')} actions={<Actions list={list} />}>
          <Stack gap="sm">
            <FilterBar search={search} onChange={setSearch} />
            <InvoiceList list={list} search={search} onChange={setSearch} openId={openId} />
          </Stack>
        </Page>
      </div>
      <Outlet />
    </div>
  );
};

const Actions = ({ list }: { list: ReturnType<typeof useInvoiceList> }) => {
  const { t } = useTranslation('invoices');
  const mayCharge = useMay('can_create_invoices');
  const count = list.isPlaceholderData ? undefined : list.data?.count;
  return (
    <Group gap="xs">
      <ExportMenu
        table={{
          work: 'invoices-export',
          title: t('export.title'),
          path: 'invoices/export/',
          params: list.filters,
        }}
        what={count === undefined ? undefined : t('export.what', { count, total: formatCount(count) })}
      />
      {mayCharge ? (
        <Button component={Link} to="/charge" leftSection={<IconPlus size={18} aria-hidden />}>
          {t('new')}
        </Button>
      ) : null}
    </Group>
  );
};

/** Whoever closes an invoice is where they opened it. */
const useFocusBack = (openId: number | undefined): void => {
  const was = useRef(openId);
  useEffect(() => {
    const closed = openId === undefined ? was.current : undefined;
    was.current = openId;
    if (closed !== undefined) document.querySelector<HTMLElement>(`[data-invoice="${closed}"]`)?.focus();
  }, [openId]);
};
