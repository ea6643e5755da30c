import { Box, Group, Portal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { cashRegisterQrQuery, systemQuery } from '../../api/queries.ts';
import { Act, Hint } from '../../kit/act.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Qr } from '../../kit/qr.tsx';
import { QueryView } from '../../kit/query-view.tsx';
import { CopyButton } from '../../shop/copy-button.tsx';
import { PaperLogo, useHasLogo } from '../../shop/paper-logo.tsx';
import { usePrintPage } from '../../shop/tasks/print-page.ts';
import { useTaxNumber } from '../../shop/use-seller.ts';
import classes from './terminals.module.css';

interface RegisterQrProps {
  terminal: Terminal;
  /** undefined: closed */
  register: CashRegister | undefined;
  onClose(): void;
}

/** A register's QR code, large enough to scan from the screen, and its printable stand. */
export const RegisterQr = ({ terminal, register, onClose }: RegisterQrProps) => {
  const { t } = useTranslation('terminals');
  return (
    <Dialog
      isOpen={register !== undefined}
      size="lg"
      title={t('qr.title', { name: register?.name ?? '' })}
      onClose={onClose}
    >
      {register ? <Code terminal={terminal} register={register} /> : null}
    </Dialog>
  );
};

const Code = ({ terminal, register }: { terminal: Terminal; register: CashRegister }) => {
  const qr = useQuery(cashRegisterQrQuery(register.id));
  const { t } = useTranslation('terminals');
  return (
    <QueryView query={qr} loading={<Skeleton height={420} role="status" aria-label={t('qr.loading')} />}>
      {(code) =>
        code.page_url === '' ? (
          <Text size="sm">{t('qr.none')}</Text>
        ) : (
          <RegisterQrView terminal={terminal} register={register} {...code} />
        )
      }
    </QueryView>
  );
};

interface RegisterQrViewProps {
  terminal: Terminal;
  register: CashRegister;
  page_url: string;
  amount_type: string;
}

const AMOUNT_TYPES = ['merchant', 'client', 'fix'] as const;

const RegisterQrView = ({ terminal, register, page_url: address, amount_type }: RegisterQrViewProps) => {
  const { t } = useTranslation('terminals');
  const [size, setSize] = useState<PaperSize>('a5');
  const printPage = usePrintPage();
  const { data: system } = useQuery(systemQuery);
  const isLogoKnown = useHasLogo() !== undefined;
  const known = AMOUNT_TYPES.find((type) => type === amount_type);
  return (
    <Stack align="center" gap="sm">
      <Box p="xs" lh={0} bg="var(--qr-ground)" bdrs="md">
        <Qr value={address} size={300} margin={2} label={t('qr.code', { name: register.name })} />
      </Box>
      <Hint ta="center" className="breaks">
        {address}
      </Hint>
      {known ? (
        <Text size="sm" ta="center">
          {t(`qr.amount.${known}`)}
        </Text>
      ) : null}
      <Group justify="center" gap="sm">
        <CopyButton value={address} iconSize={18}>
          {(isCopied) => t(isCopied ? 'copied' : 'copy')}
        </CopyButton>
        <SegmentedControl
          aria-label={t('qr.paper')}
          value={size}
          onChange={(value) => setSize(SIZES.find((each) => each === value) ?? 'a5')}
          data={SIZES.map((each) => ({ value: each, label: each.toUpperCase() }))}
        />
        <Act
          tone="main"
          icon={IconPrinter}
          disabled={!isLogoKnown}
          onClick={printPage}
          text={t('qr.print')}
        />
      </Group>
      <Stand
        shopName={system?.shop_name ?? ''}
        merchant={terminal.merchant_name || terminal.name}
        taxNumber={terminal.edrpou}
        amountType={known}
        register={register}
        address={address}
        size={size}
      />
    </Stack>
  );
};

/** For the tray of change, the counter, the wall. */
const SIZES = ['a6', 'a5', 'a4'] as const;
type PaperSize = (typeof SIZES)[number];

interface StandProps {
  /** "" where the owner has set none. */
  shopName: string;
  merchant: string;
  /** "" where the bank does not say. */
  taxNumber: string;
  amountType: (typeof AMOUNT_TYPES)[number] | undefined;
  register: CashRegister;
  /** The code's address. */
  address: string;
  size: PaperSize;
}

/** The printed stand. It is outside of the app's root, so that nothing else is printed. */
const Stand = ({ shopName, merchant, taxNumber, amountType, register, address, size }: StandProps) => {
  const { t } = useTranslation('terminals');
  const taxText = useTaxNumber();
  const place = register.name === register.short_qr_id ? '' : ` · ${register.short_qr_id}`;
  const hasLogo = useHasLogo();
  const isNamed = !hasLogo && (shopName === '' || shopName === merchant);
  const seller = [isNamed ? '' : merchant, taxText(taxNumber)];
  return (
    <Portal reuseTargetNode={false} className={classes.paper}>
      <div className={classes.stand} data-paper={size} aria-hidden>
        <PaperLogo name={shopName || merchant} />
        {hasLogo ? null : (
          <Box component="p" className="breaks" fz="calc(10 * var(--unit))" fw={700} lh={1.15}>
            {shopName || merchant}
          </Box>
        )}
        <Box component="p" fz="calc(7 * var(--unit))" fw={500}>
          {t('words.scanToPay')}
        </Box>
        <Box
          p="calc(6 * var(--unit))"
          lh={0}
          bd="calc(1.2 * var(--unit)) solid var(--qr-ink)"
          bdrs="calc(7 * var(--unit))"
        >
          <Qr value={address} className={classes.print} />
        </Box>
        <Box component="p" fz="calc(5.2 * var(--unit))">
          {t(`stand.hint.${amountType ?? 'merchant'}`)}
        </Box>
        <Box fz="calc(3.2 * var(--unit))" lh={1.4} c="#333">
          <p>{seller.filter(Boolean).join(', ')}</p>
          <p>
            {register.name}
            {place}
          </p>
        </Box>
      </div>
    </Portal>
  );
};
