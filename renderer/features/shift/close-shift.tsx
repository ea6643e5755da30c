import { Anchor, Button, Group, NumberInput, SimpleGrid, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_LENGTH } from '../../../shared/api/fields.ts';
import type { Shift, ShiftCountResult } from '../../../shared/api/shifts.ts';
import { formatAmount, groupedAmount } from '../../../shared/money.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { cartsQuery, currentShiftQuery, invoicesQuery } from '../../api/queries.ts';
import { Act } from '../../kit/act.tsx';
import { Callout, FailureCallout, Strip } from '../../kit/callout.tsx';
import { CheckList, CheckRow } from '../../kit/check-list.tsx';
import { Form, useForm } from '../../kit/form.tsx';
import { Key } from '../../kit/key.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { NarrowPage } from '../../kit/narrow-page.tsx';
import { Panel, PanelPart } from '../../kit/panel.tsx';
import { EmptyState, QueryView } from '../../kit/query-view.tsx';
import { useKeyed } from '../../kit/use-keyed.ts';
import { parsePrice, typedPrice } from '../../lib/money.ts';
import { toneOfDifference } from '../../shop/cash-difference.ts';
import { HeldCartsRow } from '../../shop/held-carts-row.tsx';
import { usePermission } from '../../shop/session/account.ts';
import classes from './shift.module.css';
import { ShiftFacts, ShiftPrint } from './shift-facts.tsx';
import { useDifferenceText, useShiftRefusal } from './use-shift-texts.ts';

/** Closes the open shift by counting its cash unseen; a count that differs is repeated once. */
export const CloseShift = () => {
  const { t } = useTranslation('shift');
  const query = useQuery(currentShiftQuery);
  const [closed, setClosed] = useState<Shift>();
  return (
    <NarrowPage
      title={t('close.title')}
      width="560px"
      back={{ label: t('places.charge'), link: { to: '/charge' } }}
    >
      {closed ? (
        <ClosedShift shift={closed} />
      ) : (
        <QueryView query={query} isCard rows={6}>
          {({ shift }) =>
            shift === null ? (
              <EmptyState isCard title={t('close.none')}>
                {t('close.noneText')}
              </EmptyState>
            ) : (
              <>
                <Count shift={shift.id} onClosed={setClosed} />
                <Unfinished shift={shift} />
              </>
            )
          }
        </QueryView>
      )}
    </NarrowPage>
  );
};

const codeOf = (failure: Failure): string | undefined =>
  failure.kind === 'invalid' ? failure.codes?.non_field_errors?.[0]?.code : undefined;

const useClose = (shift: number, onClosed: (shift: Shift) => void) => {
  const send = useKeyed('shift');
  const [differs, setDiffers] = useState(false);
  /** One that was counted twice already, such as before a reload, is closed with the last count. */
  const count = async (cash: number): Promise<ShiftCountResult> => {
    try {
      return await send<ShiftCountResult>(`shifts/${shift}/counts/`, { cash });
    } catch (error) {
      if (codeOf(failureOf(error)) === 'count_final') return { matches: false, tries_left: 0 };
      throw error;
    }
  };
  const close = async (cash: number, remark: string): Promise<void> => {
    const { matches, tries_left } = await count(cash);
    setDiffers(!matches);
    if (!matches && tries_left > 0) return;
    onClosed(await send<Shift>(`shifts/${shift}/close/`, { closing_cash: cash, remark }));
  };
  return { differs, close };
};

const Count = ({ shift, onClosed }: { shift: number; onClosed(shift: Shift): void }) => {
  const { t } = useTranslation('shift');
  const refusalText = useShiftRefusal();
  const { differs, close } = useClose(shift, onClosed);
  const [typed, setTyped] = useState('');
  const [remark, setRemark] = useState('');
  const [isByNotes, byNotes] = useDisclosure(false);
  const field = useRef<HTMLInputElement>(null);
  // The second count replaces the first.
  useEffect(() => {
    if (!differs) return;
    field.current?.focus();
    field.current?.select();
  }, [differs]);
  const parsed = parsePrice(typed);
  const form = useForm(parsed.fault !== undefined, async () => {
    if (!parsed.fault) await close(parsed.minor, remark);
  });
  return (
    <Form
      className="card"
      gap="sm"
      p="md"
      onSubmit={form.onSubmit}
      autoComplete="off"
      aria-label={t('close.title')}
    >
      <div>
        <Title order={2} size="h4">
          {t('close.question')}
        </Title>
        <Text c="dimmed">{t('close.text')}</Text>
      </div>
      {differs ? <Callout tone="working" role="alert" p="sm" title={t('close.differs')} /> : null}
      <MoneyInput
        ref={field}
        aria-label={t('close.question')}
        value={typed}
        onChange={setTyped}
        fault={form.isTried ? parsed.fault : undefined}
        isSelectedOnFocus
        autoFocus
        size="xl"
        classNames={{ input: classes.counted ?? '' }}
        rightSection="₴"
      />
      {isByNotes ? (
        <NotesCount onCount={(minor) => setTyped(typedPrice(minor))} />
      ) : (
        <Anchor component="button" type="button" ta="start" w="max-content" onClick={byNotes.open}>
          {t('count.byNotes')}
        </Anchor>
      )}
      {differs ? (
        <TextInput
          label={t('words.cashRemark')}
          value={remark}
          maxLength={MAX_LENGTH.comment}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      ) : null}
      <FailureCallout failure={form.failure}>{refusalText(form.failure)}</FailureCallout>
      <Button type="submit" size="lg" fullWidth loading={form.isBusy} rightSection={<Key name="Enter" />}>
        {parsed.fault ? t('close.submit') : t('close.counted', { sum: formatAmount(parsed.minor) })}
      </Button>
    </Form>
  );
};

/** The outcome, for whoever has closed the shift. */
const ClosedShift = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const navigate = useNavigate();
  const differenceText = useDifferenceText();
  const { difference } = shift;
  return (
    <Panel
      title={t('closed.title')}
      actions={
        <Group gap="xs">
          <ShiftPrint shift={shift} />
          <Act onClick={() => void navigate({ to: '/charge' })} text={t('closed.toSale')} />
        </Group>
      }
    >
      {difference === null ? null : (
        <Strip
          tone={toneOfDifference(difference)}
          title={t('closed.result', { difference: differenceText(difference) })}
        >
          {difference === 0 ? null : t('closed.kept')}
        </Strip>
      )}
      <PanelPart>
        <ShiftFacts shift={shift} />
      </PanelPart>
    </Panel>
  );
};

/** Hryvnia in circulation, minor units (National Bank of Ukraine, 2024). */
const NOTES = [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100, 50, 10] as const;
const MOST = 100_000;

/** Counts cash by notes and coins. @param onCount takes the sum, minor units */
const NotesCount = ({ onCount }: { onCount(minor: number): void }) => {
  const { t } = useTranslation('shift');
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>({});
  const sum = NOTES.reduce((total, note) => total + note * (counts[note] ?? 0), 0);
  const change = (note: number, count: number): void => {
    const next = { ...counts, [note]: count };
    setCounts(next);
    onCount(NOTES.reduce((total, each) => total + each * (next[each] ?? 0), 0));
  };
  return (
    <div>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" verticalSpacing="xs">
        {NOTES.map((note) => (
          <NumberInput
            key={note}
            autoFocus={note === NOTES[0]}
            label={groupedAmount(note)}
            value={counts[note] ?? ''}
            min={0}
            max={MOST}
            allowDecimal={false}
            allowNegative={false}
            onChange={(count) => change(note, typeof count === 'number' ? count : 0)}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" mt="xs" role="status">
        {t('count.sum', { sum: formatAmount(sum) })}
      </Text>
    </div>
  );
};

/** The caller's unpaid QR codes of the shift, and the carts that are set aside. It holds up no closing. */
const Unfinished = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const seesInvoices = usePermission('can_view_invoices');
  return (
    <CheckList label={t('unfinished.label')}>
      {seesInvoices ? <OwnQr shift={shift} /> : null}
      <HeldCarts />
    </CheckList>
  );
};

const OwnQr = ({ shift }: { shift: Shift }) => {
  const { t } = useTranslation('shift');
  const navigate = useNavigate();
  const since = { created_from: shift.opened_at, page_size: 1 };
  const open = useQuery(invoicesQuery({ ...since, status: 'created' })).data;
  const paid = useQuery(invoicesQuery({ ...since, status: 'success' })).data;
  if (!open || !paid) return null;
  const sum = t('unfinished.paid', { count: paid.count, sum: formatAmount(paid.totals.success_amount) });
  return open.count === 0 ? (
    <CheckRow state="fine" title={t('unfinished.none')} text={sum} />
  ) : (
    <CheckRow
      state="open"
      title={t('unfinished.codes', { count: open.count, sum: formatAmount(open.totals.total_amount) })}
      text={sum}
    >
      <Act
        size="compact-sm"
        onClick={() => void navigate({ to: '/invoices', search: { status: 'created' } })}
        text={t('words.show')}
      />
    </CheckRow>
  );
};

const HeldCarts = () => {
  const [isLeft, setLeft] = useState(false);
  const carts = useQuery(cartsQuery(false)).data?.results ?? [];
  return carts.length === 0 || isLeft ? null : <HeldCartsRow carts={carts} onLeave={() => setLeft(true)} />;
};
