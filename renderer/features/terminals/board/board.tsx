import { Badge, Box, Button, Group, Title } from '@mantine/core';
import { IconCashRegister, IconRefresh } from '@tabler/icons-react';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CashRegister } from '../../../../shared/api/cash-registers.ts';
import type { Terminal } from '../../../../shared/api/terminals.ts';
import { keyOf } from '../../../api/keys.ts';
import { cashRegistersQuery, systemQuery, terminalsQuery } from '../../../api/queries.ts';
import { Act } from '../../../kit/act.tsx';
import { NoPermission } from '../../../kit/no-permission.tsx';
import { Page } from '../../../kit/page.tsx';
import { combineQueries, EmptyState, QueryView } from '../../../kit/query-view.tsx';
import { usePermission } from '../../../shop/session/account.ts';
import { RegisterQr } from '../register-qr.tsx';
import { TokenMissing } from '../token-missing.tsx';
import classes from './board.module.css';
import { Announcer, RegisterTile } from './tile.tsx';
import { useLiveStates } from './use-live-states.ts';

/** The current amount on each register, from the bank. */
export const Board = () => (usePermission('can_view_invoices') ? <BoardView /> : <NoPermission />);

const BoardView = () => {
  const { t } = useTranslation('board');
  useLiveStates();
  return (
    <Page title={t('words.standsNow')} actions={<Actions />}>
      <Announcer>
        <Groups />
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

const Groups = () => {
  const terminals = useQuery(terminalsQuery);
  const registers = useQuery(cashRegistersQuery);
  const { data: system } = useQuery(systemQuery);
  return (
    <QueryView query={combineQueries(terminals, registers)} isCard rows={2} height={190}>
      {([all, allRegisters]) => {
        const ofTerminal = groupActive(allRegisters);
        if (ofTerminal.size === 0) return <NoRegisters />;
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
  );
};

/** Active registers by terminal; the bank no longer lists inactive ones. */
const groupActive = (registers: readonly CashRegister[]): Map<number, CashRegister[]> =>
  Map.groupBy(
    registers.filter(({ is_active }) => is_active),
    ({ terminal }) => terminal,
  );

const NoRegisters = () => {
  const { t } = useTranslation('board');
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
