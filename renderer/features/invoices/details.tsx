import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceQuery } from '../../api/queries.ts';
import { QueryView } from '../../kit/query-view.tsx';
import { SideFrame } from '../../kit/side-frame.tsx';
import { CancelOrRefundDialog, type CancelOrRefundKind } from './details/cancel-or-refund-dialog.tsx';
import { DetailsView } from './details/details-view.tsx';
import { MissingSale } from './details/sale-title.tsx';
import { type SaleSteps, useOpenIds, useSaleSteps } from './open-sale.ts';

/** One invoice at the side of the list, identified by the address. */
export const InvoiceDetails = () => {
  const { t } = useTranslation('invoices');
  const { invoiceId: id } = useOpenIds();
  // Above the frame, so that input survives a change of the window's width.
  const [openDialog, setOpenDialog] = useState<{ id: number; kind: CancelOrRefundKind }>();
  const dialog = openDialog?.id === id ? openDialog : undefined;
  const steps = useSaleSteps(openDialog !== undefined);
  return (
    <>
      <SideFrame label={t('details.label')} onClose={steps.onClose} isCovered={dialog !== undefined}>
        {id === undefined ? (
          <MissingSale />
        ) : (
          <InvoiceView key={id} id={id} {...steps} onCancelOrRefund={(kind) => setOpenDialog({ id, kind })} />
        )}
      </SideFrame>
      {dialog ? <CancelOrRefundDialog {...dialog} onClose={() => setOpenDialog(undefined)} /> : null}
    </>
  );
};

interface InvoiceViewProps extends SaleSteps {
  id: number;
  onCancelOrRefund(kind: CancelOrRefundKind): void;
}

const InvoiceView = ({ id, ...actions }: InvoiceViewProps) => {
  const query = useQuery(invoiceQuery(id));
  return (
    <QueryView query={query} missing={<MissingSale />} rows={8} height={48}>
      {(invoice) => <DetailsView invoice={invoice} {...actions} />}
    </QueryView>
  );
};
