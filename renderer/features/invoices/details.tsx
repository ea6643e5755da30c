import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceQuery } from '../../data/queries.ts';
import { readId } from '../../lib/invoices.ts';
import { EmptyState, QueryView } from '../../ui/query-view.tsx';
import { SideFrame } from '../../ui/side-frame.tsx';
import { CancelOrRefundDialog, type CancelOrRefundKind } from './details/cancel-or-refund-dialog.tsx';
import { DetailsView } from './details/details-view.tsx';

/** One invoice at the side of the list, identified by the address. */
export const InvoiceDetails = () => {
  const { invoiceId } = useParams({ from: '/invoices/$invoiceId' });
  const { t } = useTranslation('invoices');
  const navigate = useNavigate();
  // Above the frame, so that input survives a change of the window's width.
  const [openDialog, setOpenDialog] = useState<{ id: number; kind: CancelOrRefundKind }>();
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
  return <EmptyState title={t('details.missing')}>{t('details.missingText')}</EmptyState>;
};
