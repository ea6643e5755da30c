import { Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { CashMove, Shift } from '../../../shared/api/shifts.ts';
import { formatAmount } from '../../../shared/money.ts';
import { read } from '../../api/client.ts';
import { countedCashQuery, currentShiftQuery, invoicesQuery, tillCashQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { FailureCallout } from '../../kit/callout.tsx';
import { Form, FormDialog, useForm } from '../../kit/form.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { NoPermission } from '../../kit/no-screen.tsx';
import { Facts, Panel, PanelPart } from '../../kit/panel.tsx';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { RecordPanel } from '../../kit/record-panel.tsx';
import { useAction } from '../../kit/use-action.ts';
import { useKeyed } from '../../kit/use-keyed.ts';
import { useListSearch } from '../../kit/use-list.ts';
import { useToast } from '../../kit/use-toast.ts';
import { formatCount } from '../../lib/count.ts';
import { parseAmount, parsePrice } from '../../lib/money.ts';
import { useAccount, usePermission } from '../../shop/session/account.ts';
import { hasPermission } from '../../shop/session/permissions.ts';
import { useDates } from '../../shop/use-dates.ts';
import { useShopFacts } from '../../shop/use-shop-facts.ts';
import { CashMoves } from './cash-moves.tsx';
import { CashSaleForm } from './cash-sale-form.tsx';
import { CashSales } from './cash-sales.tsx';
import { CloseShift } from './close-shift.tsx';
import { shiftSearch } from './search.ts';
import { ShiftFacts, ShiftPrint } from './shift-facts.tsx';
import { useShiftRefusal } from './use-shift-texts.ts';

/** The open shift and its closing; beside it one that is over, which the table of days opens. */
export const ShiftScreen = () => {
  const { t } = useTranslation('shift');
  const account = useAccount();
  const { search } = useListSearch(shiftSearch);
  const canSell = hasPermission(account, 'can_create_invoices');
  const seesHistory = hasPermission(account, 'reports');
  if (!canSell && !seesHistory) return <NoPermission />;
  if (canSell && search.close) return <CloseShift />;
  const open = seesHistory ? search.open : undefined;
  return (
    <ListPage
      title={t('title')}
      open={open}
      side={open === undefined ? null : <ShiftDetails key={open} id={open} />}
    >
      {canSell ? <CurrentShift /> : null}
    </ListPage>
  );
};

const ShiftDetails = ({ id }: { id: number }) => {
  const { t } = useTranslation('shift');
  const query = useQuery(read('shifts/{id}/', { id }));
  const title = t('sheet.title', { number: id });
  return (
    <RecordPanel open={id} label={title} title={title} closeLabel={t('details.close')}>
      <QueryView
        query={query}
        rows={8}
        missing={<EmptyState title={t('details.missing')}>{t('details.missingText')}</EmptyState>}
      >
        {(shift) => (
          <>
            <Group>
              <ShiftPrint shift={shift} />
            </Group>
            <ShiftFacts shift={shift} />
            <CashSales shift={shift.id} />
            <CashMoves shift={shift.id} />
          </>
        )}
      </QueryView>
    </RecordPanel>
  );
};

/** The open shift, or the form that opens one. A refusal stays on the screen when the shift changes under it. */
const CurrentShift = () => {
  const query = useQuery(currentShiftQuery);
  const send = useKeyed('shift');
  const refusalText = useShiftRefusal();
  const { isBusy, failure, run } = useAction();
  const open = (opening_cash: number, remark: string): void =>
    void run(async () => {
      await send('shifts/', { opening_cash, remark });
    });
  return (
    <QueryView query={query} isCard rows={4}>
      {({ shift }) => (
        <Stack gap="sm">
          <FailureCallout failure={failure}>{refusalText(failure)}</FailureCallout>
          {shift === null ? <OpenPanel isBusy={isBusy} onOpen={open} /> : <OpenShift shift={shift} />}
        </Stack>
      )}
    </QueryView>
  );
};

interface OpenPanelProps {
  isBusy: boolean;
  /** Takes the counted cash, minor units. */
  onOpen(cash: number, remark: string): void;
}

const OpenPanel = ({ isBusy, onOpen }: OpenPanelProps) => {
  const { t } = useTranslation('shift');
  const [cash, setCash] = useState('');
  const [remark, setRemark] = useState('');
  const [isTried, setTried] = useState(false);
  const { minor, fault } = parsePrice(cash);
  const open = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (minor !== undefined) onOpen(minor, remark);
  };
  return (
    <Panel title={t('open.title')} text={t('open.text')}>
      <PanelPart>
        <Form gap="sm" onSubmit={open} autoComplete="off" aria-label={t('open.title')}>
          <MoneyInput
            label={t('facts.counted')}
            description={t('count.cashText')}
            value={cash}
            onChange={setCash}
            fault={isTried ? fault : undefined}
            autoFocus
            maw={{ xs: '20rem' }}
          />
          <TextInput
            label={t('words.remark')}
            value={remark}
            maxLength={MAX_LENGTH.comment}
            onChange={(event) => setRemark(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Act tone="main" type="submit" loading={isBusy} text={t('open.title')} />
          </Group>
        </Form>
      </PanelPart>
    </Panel>
  );
};

const CLOSE_SHIFT = { to: '/shift', search: { close: true } } as const;

const OpenShift = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const dates = useDates();
  const navigate = useNavigate();
  const { search } = useListSearch(shiftSearch);
  // Who works alone counts seeing what is expected, as every day.
  const { people } = useShopFacts();
  const move = (direction: 'in' | 'out' | undefined): void =>
    void navigate({ to: '/shift', search: direction ? { move: direction } : {}, resetScroll: false });
  return (
    <Panel
      title={t('current.title')}
      text={t('current.text', {
        by: shift.opened_by,
        at: dates.moment(Date.parse(shift.opened_at)),
        sum: formatAmount(shift.opening_cash),
      })}
      actions={
        <Group gap="xs">
          <Act onClick={() => move('in')} text={t('move.in')} />
          <Act onClick={() => move('out')} text={t('move.out')} />
          <Act
            tone="main"
            // What the page is opened for most often, and Enter on it changes nothing yet.
            autoFocus={search.open === undefined}
            onClick={() => void navigate(people ? CLOSE_SHIFT : { to: '/reports/close-day' })}
            text={t(people ? 'close.title' : 'places.closeDay')}
          />
        </Group>
      }
    >
      <PanelPart>
        <Takings shift={shift} />
      </PanelPart>
      <PanelPart>
        <CashSaleForm shift={shift.id} />
      </PanelPart>
      <PanelPart>
        <CashSales shift={shift.id} />
        <CashMoves shift={shift.id} />
      </PanelPart>
      {search.move ? (
        <MoveDialog shift={shift.id} direction={search.move} onClose={() => move(undefined)} />
      ) : null}
    </Panel>
  );
};

/** What was taken in the open shift: by everybody for who sees that, else by oneself. */
const Takings = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const seesAll = hasPermission(useAccount(), 'reports');
  const seesInvoices = usePermission('can_view_invoices');
  const qr = useQuery({
    ...invoicesQuery({ created_from: shift.opened_at, status: 'success', page_size: 1 }),
    enabled: seesInvoices,
  }).data;
  const till = useQuery({ ...tillCashQuery(shift.id), enabled: seesAll }).data;
  const own = useQuery({ ...countedCashQuery(shift.id), enabled: !seesAll }).data;
  const ownSales = own?.filter(({ is_refund }) => !is_refund) ?? [];
  const cash = till
    ? { count: till.sale_count, sum: till.sales }
    : { count: ownSales.length, sum: ownSales.reduce((total, { amount }) => total + amount, 0) };
  const shown = (sum: number, count: number): string => `${formatAmount(sum)} (${formatCount(count)})`;
  return (
    <Facts
      facts={[
        ...(qr
          ? [
              {
                name: t(seesAll ? 'takings.qr' : 'takings.ownQr'),
                value: shown(qr.totals.success_amount, qr.count),
              },
            ]
          : []),
        {
          name: t(seesAll ? 'takings.cash' : 'takings.ownCash'),
          value: till || own ? shown(cash.sum, cash.count) : '…',
        },
        ...(till ? [{ name: t('takings.till'), value: formatAmount(till.expected_cash) }] : []),
      ]}
    />
  );
};

interface MoveDialogProps {
  shift: number;
  direction: 'in' | 'out';
  onClose(): void;
}

/** Cash put in the till, or taken out of it: how much and what for. */
const MoveDialog = ({ shift, direction, onClose }: MoveDialogProps) => {
  const { t } = useTranslation('shift');
  const toast = useToast();
  const send = useKeyed('shift');
  const refusalText = useShiftRefusal();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const { minor, fault } = parseAmount(amount);
  const isBlank = reason.trim() === '';
  const form = useForm(minor === undefined || isBlank, async () => {
    const body = { amount: minor, direction, reason };
    const move = await send<CashMove>(`shifts/${shift}/cash-moves/`, body);
    toast.success(t(`move.done.${direction}`, { sum: formatAmount(move.amount) }));
    onClose();
  });
  const title = t(`move.${direction}`);
  return (
    <FormDialog
      title={title}
      submit={title}
      close={t('move.cancel')}
      form={form}
      refusal={<FailureCallout failure={form.failure}>{refusalText(form.failure)}</FailureCallout>}
      onClose={onClose}
    >
      <MoneyInput
        label={t('words.amountUah')}
        value={amount}
        onChange={(typed) => {
          setAmount(typed);
          form.forget();
        }}
        fault={form.isTried ? fault : undefined}
        data-autofocus
      />
      <TextInput
        label={t('move.reason')}
        placeholder={t(`move.example.${direction}`)}
        value={reason}
        maxLength={MAX_LENGTH.comment}
        error={form.isTried && isBlank ? t('move.blank') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
};
