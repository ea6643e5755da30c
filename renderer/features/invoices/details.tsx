import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceQuery, invoicesQuery } from '../../api/queries.ts';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { SideFrame } from '../../kit/side-frame.tsx';
import { useListSearch } from '../../kit/use-list.ts';
import { usePreferences } from '../../kit/use-preferences.ts';
import { invoicesSearch } from '../../lib/invoice-search.ts';
import { readId } from '../../lib/invoices.ts';
import { useKeysOutsideFields } from '../../shop/session/hotkeys.ts';
import { CancelOrRefundDialog, type CancelOrRefundKind } from './details/cancel-or-refund-dialog.tsx';
import { DetailsView } from './details/details-view.tsx';
import { useFilterParams } from './use-filter-params.ts';

/** On a Ukrainian layout the J key types о. */
const PHYSICAL = { usePhysicalKeys: true };

/** One invoice at the side of the list, identified by the address. */
export const InvoiceDetails = () => {
  const { invoiceId } = useParams({ from: '/invoices/$invoiceId' });
  const { t } = useTranslation('invoices');
  const navigate = useNavigate();
  // Above the frame, so that input survives a change of the window's width.
  const [openDialog, setOpenDialog] = useState<{ id: number; kind: CancelOrRefundKind }>();
  const { previous, next } = useNeighbours(readId(invoiceId));
  const open = (other: number | undefined): void => {
    if (other === undefined || openDialog !== undefined) return;
    void navigate({
      to: '/invoices/$invoiceId',
      params: { invoiceId: String(other) },
      search: true,
      resetScroll: false,
    });
  };
  useKeysOutsideFields([
    ['J', () => open(next), PHYSICAL],
    ['K', () => open(previous), PHYSICAL],
  ]);
  const close = (): void => void navigate({ to: '/invoices', search: true, resetScroll: false });
  const id = readId(invoiceId);
  const dialog = openDialog?.id === id ? openDialog : undefined;
  return (
    <>
      <SideFrame label={t('details.label')} onClose={close} isCovered={dialog !== undefined}>
        {id === undefined ? (
          <Missing />
        ) : (
          <InvoiceView
            key={id}
            id={id}
            onClose={close}
            onPrevious={previous === undefined ? undefined : () => open(previous)}
            onNext={next === undefined ? undefined : () => open(next)}
            onCancelOrRefund={(kind) => setOpenDialog({ id, kind })}
          />
        )}
      </SideFrame>
      {dialog ? <CancelOrRefundDialog {...dialog} onClose={() => setOpenDialog(undefined)} /> : null}
    </>
  );
};

interface InvoiceViewProps {
  id: number;
  onClose(): void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onCancelOrRefund(kind: CancelOrRefundKind): void;
}

const InvoiceView = ({ id, ...actions }: InvoiceViewProps) => {
  const query = useQuery(invoiceQuery(id));
  return (
    <QueryView query={query} missing={<Missing />} rows={8} height={48}>
      {(invoice) => <DetailsView invoice={invoice} {...actions} />}
    </QueryView>
  );
};

const Missing = () => {
  const { t } = useTranslation('invoices');
  return <EmptyState title={t('words.saleMissing')}>{t('details.missingText')}</EmptyState>;
};

interface Neighbours {
  /** Ids of invoices; undefined at the end of the page. */
  previous: number | undefined;
  next: number | undefined;
}

/** The rows above and below an invoice on the shown page of the list. */
const useNeighbours = (id: number | undefined): Neighbours => {
  const { search } = useListSearch(invoicesSearch);
  const { pageSize } = usePreferences();
  const page = { page: search.page ?? 1, page_size: pageSize };
  const { data } = useQuery(invoicesQuery({ ...useFilterParams(search), ...page }));
  const ids = (data?.results ?? []).map((invoice): number | undefined => invoice.id);
  const at = id === undefined ? -1 : ids.indexOf(id);
  return at === -1 ? { previous: undefined, next: undefined } : { previous: ids[at - 1], next: ids[at + 1] };
};
