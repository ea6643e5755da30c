import type { InvoiceHistory } from '../../../../shared/api/invoice-extras.ts';
import { DoubtCallout } from '../../../ui/callout.tsx';
import { openDoubt } from './doubt.ts';

/** A cancellation whose outcome is unknown, for as long as it is; a refund has a notice of its own. */
export const DoubtNotice = ({ history }: { history: InvoiceHistory | undefined }) => {
  const doubt = openDoubt(history);
  return doubt?.amount === null ? <DoubtCallout doubt={{ about: 'cancel' }} /> : null;
};
