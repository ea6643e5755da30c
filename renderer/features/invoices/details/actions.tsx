import { Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconBuildingBank, IconFileTypePdf, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceHistory } from '../../../../shared/api/invoice-extras.ts';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { download } from '../../../api/download.ts';
import { asReadFailure } from '../../../api/failure.ts';
import { emailReceipt } from '../../../api/mutations.ts';
import { Act } from '../../../kit/act.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { FailureText } from '../../../kit/use-failure-text.ts';
import { useToast } from '../../../kit/use-toast.ts';
import { useAccount, usePermission } from '../../../shop/session/account.ts';
import { startWork } from '../../../shop/tasks/background-work.tsx';
import { PaperMenu } from '../print/paper-menu.tsx';
import type { CancelOrRefundKind } from '../refund/refund-dialog.tsx';
import { useBankRefresh } from './use-bank-refresh.ts';

interface ActionsProps {
  invoice: Invoice;
  /** False while a refund is in progress. */
  isRefundable: boolean;
  history: InvoiceHistory | undefined;
  onCancelOrRefund(kind: CancelOrRefundKind): void;
}

export const Actions = ({ invoice, isRefundable, history, onCancelOrRefund }: ActionsProps) => {
  const { t } = useTranslation('invoices');
  const bank = useBankRefresh(invoice);
  return (
    <Stack gap="xs">
      <Group gap={4}>
        <CancelOrRefundButton
          invoice={invoice}
          isRefundable={isRefundable}
          history={history}
          onCancelOrRefund={onCancelOrRefund}
        />
        <Act
          size="sm"
          px={10}
          leftSection={<IconBuildingBank size={16} aria-hidden />}
          loading={bank.isBusy}
          onClick={() => void bank.refresh()}
          text={t('actions.refresh')}
        />
        <ReceiptMenu invoice={invoice} />
      </Group>
      <Text size="sm" role="status" c={bank.failure ? 'red' : 'dimmed'}>
        {bank.failure ? <FailureText failure={asReadFailure(bank.failure)} /> : bank.answer}
      </Text>
    </Stack>
  );
};

const CancelOrRefundButton = ({ invoice, isRefundable, history, onCancelOrRefund }: ActionsProps) => {
  const { t } = useTranslation('invoices');
  const canCancel = usePermission('can_cancel_invoices');
  const canCreate = usePermission('can_create_invoices');
  const { full_name, username } = useAccount();
  const kind = kindOf(invoice);
  // Whoever sells ends an unpaid QR of their own.
  const canWithdraw = canCreate && kind === 'cancel' && history?.created_by === (full_name || username);
  if (!(canCancel || canWithdraw) || kind === undefined || (kind === 'refund' && !isRefundable)) return null;
  const Icon = kind === 'refund' ? IconArrowBackUp : IconBan;
  return (
    <Button
      size="sm"
      px={10}
      color="red"
      variant="light"
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onCancelOrRefund(kind)}
    >
      {t(`actions.${kind}`)}
    </Button>
  );
};

const kindOf = ({ status, is_cancellable }: Invoice): CancelOrRefundKind | undefined => {
  if (!is_cancellable) return undefined;
  return status === 'success' ? 'refund' : 'cancel';
};

const ReceiptMenu = ({ invoice }: Pick<ActionsProps, 'invoice'>) => {
  const { t } = useTranslation('invoices');
  const [isEmailOpen, setIsEmailOpen] = useState(false);
  const { id, number_display, paid_date } = invoice;
  const saveReceipt = (): void =>
    startWork({
      id: `invoice-receipt-${id}`,
      title: t('actions.bankReceiptTitle', { number: number_display }),
      run: async (signal) => t('savedAs', { name: await download(`invoices/${id}/receipt/`, signal) }),
    });
  return (
    <>
      <PaperMenu
        path="invoices/{id}/paper/"
        id={id}
        papers={[
          ...(paid_date === null
            ? []
            : [{ size: 'roll' as const, print: t('actions.printReceipt'), pdf: t('actions.pdfReceipt') }]),
          { size: 'a4', print: t('actions.printInvoice'), pdf: t('actions.pdfInvoice') },
        ]}
        fileName={(size) => `kramar-${size === 'roll' ? 'receipt' : 'invoice'}-${number_display}.pdf`}
      >
        {paid_date === null ? null : (
          <>
            <Menu.Item leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={saveReceipt}>
              {t('actions.bankReceipt')}
            </Menu.Item>
            <Menu.Item leftSection={<IconMail size={16} aria-hidden />} onClick={() => setIsEmailOpen(true)}>
              {t('actions.emailReceipt')}
            </Menu.Item>
          </>
        )}
      </PaperMenu>
      {isEmailOpen ? <EmailDialog invoice={invoice} onClose={() => setIsEmailOpen(false)} /> : null}
    </>
  );
};

/** Has the bank send its receipt to the buyer. The service checks the address. */
const EmailDialog = ({ invoice, onClose }: { invoice: Invoice; onClose(): void }) => {
  const { t } = useTranslation('invoices');
  const toast = useToast();
  const [email, setEmail] = useState('');
  const isBlank = email.trim() === '';
  const form = useForm(isBlank, async () => {
    await emailReceipt(invoice.id, email.trim());
    toast.success(t('email.done', { email: email.trim() }));
    onClose();
  });
  const isRefused = form.failure?.kind === 'invalid' && form.failure.errors.email !== undefined;
  return (
    <FormDialog
      title={t('email.title', { number: invoice.number_display })}
      form={form}
      submit={t('email.send')}
      close={t('close')}
      refusal={isRefused ? null : undefined}
      onClose={onClose}
    >
      <Text size="sm">{t('email.text')}</Text>
      <TextInput
        type="email"
        label={t('email.address')}
        autoComplete="off"
        data-autofocus
        value={email}
        error={isRefused || (form.isTried && isBlank) ? t('email.wrong') : null}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          form.forget();
        }}
      />
    </FormDialog>
  );
};
