import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconDeviceMobile, IconShare } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '../../../../shared/api/invoices.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { Qr } from '../../../kit/qr.tsx';
import { TimeLeft } from '../../../kit/time-left.tsx';
import { CopyButton } from '../../../shop/copy-button.tsx';
import { usePermission } from '../../../shop/session/account.ts';

/** The payment link while the invoice is open: a QR code, and a link to share. */
export const PayLink = ({ invoice, expiresAt }: { invoice: Invoice; expiresAt: string | null }) => {
  const { t } = useTranslation('invoices');
  const canCharge = usePermission('can_create_invoices');
  const { id, page_url } = invoice;
  if (page_url === '') return null;
  const canShare = 'share' in navigator;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('pay.title')}
      </Title>
      <Group wrap="nowrap" align="flex-start">
        <Box flex="none" p="xs" lh={0} bg="var(--qr-ground)" bd="1px solid var(--line)" bdrs="md">
          <Qr value={page_url} size={120} level="L" label={t('pay.qr')} />
        </Box>
        <Stack gap="xs" align="flex-start">
          {expiresAt === null ? null : (
            <Text size="sm">
              {t('pay.left')} <TimeLeft until={Date.parse(expiresAt)} />
            </Text>
          )}
          {canCharge ? (
            <Button
              size="xs"
              renderRoot={(props) => <Link {...props} to="/charge" search={{ invoice: id }} />}
              leftSection={<IconDeviceMobile size={16} aria-hidden />}
            >
              {t('pay.open')}
            </Button>
          ) : null}
          <CopyButton value={invoice.page_url} size="xs">
            {(isCopied) => t(isCopied ? 'pay.copied' : 'words.copyLink')}
          </CopyButton>
          {canShare ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconShare size={16} aria-hidden />}
              onClick={() =>
                // Closing the share sheet is no failure.
                void navigator
                  .share({
                    title: `${invoice.reference}, ${formatAmount(invoice.amount, invoice.ccy)}`,
                    url: invoice.page_url,
                  })
                  .catch(() => undefined)
              }
            >
              {t('pay.share')}
            </Button>
          ) : null}
        </Stack>
      </Group>
    </Stack>
  );
};
