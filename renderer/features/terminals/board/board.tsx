import { Badge, Box, Button, Group, Title } from '@mantine/core';
import { IconCashRegister, IconRefresh } from '@tabler/icons-react';
import { type QueryClient, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister, RegisterState } from '../../../../shared/api/cash-registers.ts';
import type { Event } from '../../../../shared/api/events.ts';
import { PAGE_SIZES } from '../../../../shared/api/pages.ts';
import type { Terminal } from '../../../../shared/api/terminals.ts';
import { keyOf } from '../../../api/keys.ts';
import { useEvents } from '../../../api/live-provider.tsx';
import {
  cashRegistersQuery,
  invoiceQuery,
  openInvoicesQuery,
  systemQuery,
  terminalsQuery,
} from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { NoPermission } from '../../../kit/no-screen.tsx';
import { Page } from '../../../kit/page.tsx';
import { combineQueries, EmptyState, QueryView } from '../../../kit/query-view.tsx';
import { usePermission } from '../../../shop/session/account.ts';
import { RegisterQr } from '../register-qr.tsx';
import classes from '../terminals.module.css';
import { TokenMissing } from '../token-field.tsx';
import { registerStateQuery } from './queries.ts';
import { Announcer, RegisterTile } from './tile.tsx';

/** The current amount on each register, from the bank. */
export const Board = () => (usePermission('can_view_invoices') ? <BoardView /> : <NoPermission />);

const BoardView = () => {
  const { t } = useTranslation('board');
  useLiveStates();
  const terminals = useQuery(terminalsQuery);
  const registers = useQuery(cashRegistersQuery);
  const { data: system } = useQuery(systemQuery);
  return (
    <Page title={t('words.standsNow')} actions={<Actions />}>
      <Announcer>
        <QueryView query={combineQueries(terminals, registers)} isCard rows={2} height={190}>
          {([all, allRegisters]) => {
            // Active registers by terminal; the bank no longer lists inactive ones.
            const ofTerminal = Map.groupBy(
              allRegisters.filter(({ is_active }) => is_active),
              ({ terminal }) => terminal,
            );
            if (ofTerminal.size === 0)
              return (
                <EmptyState
                  isCard
                  icon={IconCashRegister}
                  title={t('empty.title')}
                  action={
                    <Button variant="default" renderRoot={(root) => <Link {...root} to="/settings/bank" />}>
                      {t('toTerminals')}
                    </Button>
                  }
                >
                  {t('empty.text')}
                </EmptyState>
              );
            return all.map((terminal) => {
              const own = ofTerminal.get(terminal.id);
              if (!own) return null;
              const token = system?.terminals.find(({ id }) => id === terminal.id)?.token;
              return (
                <TerminalGroup
                  key={terminal.id}
                  terminal={terminal}
                  registers={own}
                  isMissingToken={token === 'missing'}
                />
              );
            });
          }}
        </QueryView>
      </Announcer>
    </Page>
  );
};

const Actions = () => {
  const { t } = useTranslation('board');
  const queries = useQueryClient();
  const isRefreshing = useIsFetching({ queryKey: keyOf('cash-registers/{id}/state/') }) > 0;
  return (
    <>
      <Button variant="subtle" renderRoot={(root) => <Link {...root} to="/settings/bank" />}>
        {t('toTerminals')}
      </Button>
      <Act
        leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden />}
        loading={isRefreshing}
        onClick={() => void queries.invalidateQueries({ queryKey: keyOf('cash-registers/{id}/state/') })}
        text={t('refresh')}
      />
    </>
  );
};

interface TerminalGroupProps {
  terminal: Terminal;
  registers: readonly CashRegister[];
  isMissingToken: boolean;
}

/** A terminal's registers as tiles. */
const TerminalGroup = ({ terminal, registers, isMissingToken }: TerminalGroupProps) => {
  const { t } = useTranslation('board');
  const id = useId();
  const [shown, setShown] = useState<CashRegister>();
  return (
    <section aria-labelledby={id}>
      <Group gap="xs" mb="xs">
        <Title order={2} size="h5" id={id}>
          {terminal.name}
        </Title>
        {terminal.is_active ? null : (
          <Badge color="gray" variant="default">
            {t('words.off')}
          </Badge>
        )}
      </Group>
      {isMissingToken ? (
        <Box mb="xs" bdrs="md" style={{ overflow: 'hidden' }}>
          <TokenMissing terminal={terminal} />
        </Box>
      ) : null}
      <ul className={`plain-list ${classes.tiles}`}>
        {registers.map((register) => (
          <li key={register.id}>
            <RegisterTile
              register={register}
              isMissingToken={isMissingToken}
              onShowQr={() => setShown(register)}
            />
          </li>
        ))}
      </ul>
      <RegisterQr terminal={terminal} register={shown} onClose={() => setShown(undefined)} />
    </section>
  );
};

/** One change causes several events, which lead to one bank request. */
const BATCH_MS = 300;
/** A register whose request is running is requested again after the answer. */
const RETRY_MS = 1000;
const OPENED = new Set(['invoice.created', 'invoice.adopted']);
/** Up to this many new invoices are read one by one; more, by one list of open invoices. */
const MAX_SINGLE_READS = 3;
const NEWEST = { ordering: '-created_date', page_size: PAGE_SIZES.max };

/** The registers of new invoices: events do not name them, the local invoices do. */
const registersOf = async (queries: QueryClient, ids: readonly number[]): Promise<(number | null)[]> => {
  if (ids.length > MAX_SINGLE_READS) {
    const { results } = await queries.fetchQuery({ ...openInvoicesQuery(NEWEST), staleTime: 0 });
    return results.filter(({ id }) => ids.includes(id)).map(({ cash_register }) => cash_register);
  }
  const invoices = await Promise.allSettled(ids.map((id) => queries.fetchQuery(invoiceQuery(id))));
  return invoices.map((found) => (found.status === 'fulfilled' ? found.value.cash_register : null));
};

/** Refetches a register's state when one of its invoices changes; not in a hidden window. */
const useLiveStates = (): void => {
  const queries = useQueryClient();
  const due = useRef(new Set<number>());
  const opened = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const schedule = (ms = BATCH_MS): void => {
    timer.current ??= setTimeout(flush, ms);
  };
  const refreshOpened = async (): Promise<void> => {
    const ids = [...opened.current];
    opened.current.clear();
    if (ids.length === 0) return;
    const registers = await registersOf(queries, ids).catch(() => []);
    for (const id of registers) if (id !== null) due.current.add(id);
    if (due.current.size > 0) schedule();
  };
  const flush = (): void => {
    timer.current = undefined;
    if (document.hidden) return;
    void refreshOpened();
    for (const id of due.current) {
      const { queryKey } = registerStateQuery(id);
      if (queries.isFetching({ queryKey }) > 0) continue;
      due.current.delete(id);
      void queries.invalidateQueries({ queryKey });
    }
    if (due.current.size > 0) schedule(RETRY_MS);
  };

  useEvents((event) => {
    const { invoice } = event;
    if (invoice === null || !event.type.startsWith('invoice.')) return;
    const states = queries.getQueriesData<RegisterState>({ queryKey: keyOf('cash-registers/{id}/state/') });
    for (const id of registersWith(states, event)) due.current.add(id);
    if (OPENED.has(event.type)) opened.current.add(invoice);
    if (due.current.size + opened.current.size > 0) schedule();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `flush` has no state of its own
  useEffect(() => {
    const onVisible = (): void => {
      if (!document.hidden && due.current.size + opened.current.size > 0) flush();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
};

const registersWith = (
  states: readonly (readonly [unknown, RegisterState | undefined])[],
  { invoice }: Event,
): number[] =>
  states.flatMap(([, state]) => (state?.invoice?.id === invoice && state ? [state.cash_register] : []));
