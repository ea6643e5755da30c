import { useQuery } from '@tanstack/react-query';
import { invoiceQuery } from '../../../api/queries.ts';
import { RefundDialog } from '../refund/refund-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';

export type CancelOrRefundKind = 'cancel' | 'refund';

interface CancelOrRefundDialogProps {
  id: number;
  kind: CancelOrRefundKind;
  onClose(): void;
}

/** Cancels an unpaid invoice or refunds a paid one: two dialogs, so that neither turns into the other while open. */
export const CancelOrRefundDialog = ({ id, kind, onClose }: CancelOrRefundDialogProps) => {
  const { data: invoice } = useQuery(invoiceQuery(id));
  const Dialog = kind === 'cancel' ? CancelDialog : RefundDialog;
  return invoice ? <Dialog key={id} invoice={invoice} onClose={onClose} /> : null;
};
