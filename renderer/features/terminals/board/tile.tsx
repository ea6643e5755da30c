import {
  Box,
  Button,
  Flex,
  Skeleton,
  Stack,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createContext, type PropsWithChildren, useContext, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister, RegisterState } from '../../../../shared/api/cash-registers.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { type Failure, failureOf } from '../../../api/failure.ts';
import { cashRegisterQrQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { Money } from '../../../kit/money.tsx';
import { Qr } from '../../../kit/qr.tsx';
import { TimeLeft } from '../../../kit/time-left.tsx';
import { FailureText } from '../../../kit/use-failure-text.ts';
import { usePermission } from '../../../shop/session/account.ts';
import { StatusBadge } from '../../../shop/status-badge.tsx';
import { useDates } from '../../../shop/use-dates.ts';
import { registerStateQuery } from './queries.ts';
import { ReleaseDialog } from './release-dialog.tsx';

interface RegisterTileProps {
  register: CashRegister;
  /** The terminal has no token; the group says so. */
  isMissingToken: boolean;
  onShowQr(): void;
}

/** A register's QR code and current amount. A failure affects only its own tile. */
export const RegisterTile = ({ register, isMissingToken, onShowQr }: RegisterTileProps) => {
  const { t } = useTranslation('board');
  const id = useId();
  const state = useQuery({ ...registerStateQuery(register.id), enabled: !isMissingToken });
  const { data: qr } = useQuery(cashRegisterQrQuery(register.id));
  const failure = state.error ? failureOf(state.error) : undefined;
  useChangeAnnouncement(register, state.data);
  return (
    <Stack
      component="article"
      className="card"
      gap="xs"
      miw={0}
      py="sm"
      px="md"
      aria-labelledby={id}
      aria-busy={state.isFetching}
    >
      <Flex flex="1" align="flex-start" gap="sm">
        <Flex flex="1" direction="column" gap={4} miw={0}>
          <div>
            <Title order={3} size="h6" id={id} className="breaks">
              {register.name}
            </Title>
            {register.short_qr_id === register.name ? null : <Hint size="xs">{register.short_qr_id}</Hint>}
          </div>
          <Body
            state={state.data}
            amountType={qr?.amount_type}
            isUnknown={isMissingToken || failure !== undefined}
          />
        </Flex>
        {/* Opens the large code and the printable stand. */}
        <UnstyledButton
          flex="none"
          w={68}
          h={68}
          p={6}
          lh={0}
          bg="var(--qr-ground)"
          bd="1px solid var(--line)"
          bdrs="sm"
          aria-label={t('showQr', { name: register.name })}
          title={t('showQr', { name: register.name })}
          onClick={onShowQr}
        >
          {qr?.page_url ? <Qr value={qr.page_url} size={56} level="L" /> : null}
        </UnstyledButton>
      </Flex>
      {failure && failure.kind !== 'session' ? (
        <TileCallout failure={failure} onRetry={() => void state.refetch()} />
      ) : null}
      <Foot register={register} state={state.data} />
    </Stack>
  );
};

interface BodyProps {
  state: RegisterState | undefined;
  amountType: string | undefined;
  isUnknown: boolean;
}

const Body = ({ state, amountType, isUnknown }: BodyProps) => {
  const { t } = useTranslation('board');
  if (state) return <TileState state={state} amountType={amountType} />;
  if (isUnknown) return <Text c="dimmed">{t('unknown')}</Text>;
  return <Skeleton height={56} role="status" aria-label={t('asking')} />;
};

const TileCallout = ({ failure, onRetry }: { failure: Failure; onRetry(): void }) => {
  const { t } = useTranslation();
  return (
    <Flex className="tinted" gap={6} px={8} py={6} fz="sm" lh={1.4} bdrs="sm" data-tone="failed" role="alert">
      <IconAlertTriangle size={16} aria-hidden style={{ marginTop: 2 }} />
      <div>
        <FailureText failure={failure} />{' '}
        <Act
          size="compact-xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={onRetry}
          text={t('list.tryAgain')}
        />
      </div>
    </Flex>
  );
};

const Foot = ({ register, state }: { register: CashRegister; state: RegisterState | undefined }) => {
  const { t } = useTranslation('board');
  const dates = useDates();
  const canCancel = usePermission('can_cancel_invoices');
  const [released, setReleased] = useState<RegisterState>();
  return (
    <Flex align="center" justify="space-between" gap="xs" mih="1.75rem">
      <Hint size="xs">{state ? t('words.asOf', { time: dates.short(Date.parse(state.asked_at)) }) : ''}</Hint>
      {canCancel && state && state.amount !== null && state.invoice_id !== null ? (
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          aria-label={t('release.openOf', { name: register.name })}
          onClick={() => setReleased(state)}
        >
          {t('release.open')}
        </Button>
      ) : null}
      {released ? (
        <ReleaseDialog register={register} state={released} onClose={() => setReleased(undefined)} />
      ) : null}
    </Flex>
  );
};

/** Announces a change of the register; the initial state is not announced. */
const useChangeAnnouncement = ({ name }: CashRegister, state: RegisterState | undefined): void => {
  const { t } = useTranslation('board');
  const announce = useContext(Context);
  const before = useRef<RegisterState>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = state;
    if (!was || !state) return;
    if (was.invoice_id === state.invoice_id && was.amount === state.amount) return;
    announce(
      state.amount === null
        ? t('announced.free', { name })
        : t('announced.amount', { name, amount: formatAmount(state.amount, state.ccy ?? undefined) }),
    );
  }, [state, announce, name, t]);
};

const Context = createContext<(text: string) => void>(() => undefined);

/** One live region for all tiles: one per tile would read the whole board when it opens. */
export const Announcer = ({ children }: PropsWithChildren) => {
  const [message, setMessage] = useState('');
  return (
    <Context value={setMessage}>
      {children}
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </Context>
  );
};

interface TileStateProps {
  state: RegisterState;
  /** The bank's value; undefined until loaded. */
  amountType: string | undefined;
}

/** The amount and its invoice, or "free". */
const TileState = ({ state, amountType }: TileStateProps) => {
  if (state.amount === null) return <Free amountType={amountType} />;
  return (
    <>
      <Box fz="1.625rem" fw={650} lh={1.2}>
        <Money minor={state.amount} {...(state.ccy !== null && { ccy: state.ccy })} />
      </Box>
      {state.invoice ? <Whose invoice={state.invoice} /> : <Foreign invoiceId={state.invoice_id} />}
    </>
  );
};

const Free = ({ amountType }: { amountType: string | undefined }) => {
  const { t } = useTranslation('board');
  if (amountType === 'client' || amountType === 'fix')
    return (
      <>
        <Text fw={600}>{t(`kind.${amountType}`)}</Text>
        <Hint>{t(`kindText.${amountType}`)}</Hint>
      </>
    );
  return (
    <Box fz="1.25rem" fw={600} lh={1.4} c="var(--tone)" data-tone="paid">
      {t('free')}
    </Box>
  );
};

const Whose = ({ invoice }: { invoice: NonNullable<RegisterState['invoice']> }) => {
  const { t } = useTranslation('board');
  const dates = useDates();
  const time = dates.short(Date.parse(invoice.created_date));
  return (
    <Box className="breaks" fz="sm" lh={1.5}>
      <div>
        <Link
          to="/invoices/$invoiceId"
          params={{ invoiceId: String(invoice.id) }}
          className="link"
          style={{ fontWeight: 600 }}
        >
          {t('words.saleNumber', { number: invoice.number_display })}
        </Link>
        {hasOwnReference(invoice) ? ` · ${invoice.reference}` : null}
      </div>
      <Text inherit c="dimmed">
        {invoice.created_by === '' ? time : t('by', { name: invoice.created_by, time })}
      </Text>
      {invoice.status === 'created' ? (
        invoice.expires_at === null ? null : (
          <Text inherit c="dimmed">
            {t('left')} <TimeLeft until={Date.parse(invoice.expires_at)} />
          </Text>
        )
      ) : (
        <StatusBadge status={invoice.status} />
      )}
    </Box>
  );
};

/** A default reference is made of the number. */
const hasOwnReference = ({ reference, number_display }: NonNullable<RegisterState['invoice']>): boolean =>
  reference !== '' && !reference.endsWith(number_display);

/** Set outside Kramar, for example by the bank's application. */
const Foreign = ({ invoiceId }: { invoiceId: string | null }) => {
  const { t } = useTranslation('board');
  return (
    <Hint className="breaks">
      {t('foreign')}
      {invoiceId === null ? null : (
        <>
          {' '}
          <VisuallyHidden>{t('bankId')}</VisuallyHidden> {invoiceId}
        </>
      )}
    </Hint>
  );
};
