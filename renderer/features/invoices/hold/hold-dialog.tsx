import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { Dialog } from '../../../kit/dialog.tsx';
import { FormDialog } from '../../../kit/form.tsx';
import { SecondPerson } from '../../../shop/second-person.tsx';
import { BankDownCallout, RefusalCallout } from '../details/callouts.tsx';
import type { useHoldRequest } from './use-hold-request.ts';

interface HoldDialogProps extends ComponentProps<typeof FormDialog> {
  invoice: Invoice;
  request: ReturnType<typeof useHoldRequest>;
  /** What the customer gets back, minor units. */
  given: number;
  onDone(): void;
}

/** The form of a request about held money; above the user's limit a second person approves it. */
export const HoldDialog = ({ invoice, request, given, onDone, form, ...dialog }: HoldDialogProps) => {
  const { t } = useTranslation('invoices');
  const { send, isBusy, failure, aboveLimit, withdraw } = request;
  if (aboveLimit)
    return (
      <Dialog title={dialog.title} onClose={dialog.onClose}>
        <SecondPerson
          of={{ invoice: invoice.id }}
          ccy={invoice.ccy}
          amount={given}
          isBusy={isBusy}
          onApproved={(approval) => void send(aboveLimit, onDone, approval)}
          onBack={withdraw}
        />
      </Dialog>
    );
  return (
    <FormDialog
      close={t('hold.keep')}
      refusal={failure ? <RefusalCallout failure={failure} /> : <BankDownCallout />}
      {...dialog}
      form={{ ...form, isBusy }}
    />
  );
};
