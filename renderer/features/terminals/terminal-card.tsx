import { Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import type { CashRegister } from '../../../shared/api/cash-registers.ts';
import type { Terminal } from '../../../shared/api/terminals.ts';
import { useMay } from '../../session/account.ts';
import { Registers } from './registers.tsx';
import { SyncButtons } from './sync-buttons.tsx';
import classes from './terminal-card.module.css';
import { TerminalFacts, type TerminalState } from './terminal-facts.tsx';
import { TerminalMenu } from './terminal-menu.tsx';
import { TerminalName } from './terminal-name.tsx';
import { TerminalSwitches } from './terminal-switches.tsx';
import { TokenMissing } from './token-missing.tsx';

interface TerminalCardProps {
  terminal: Terminal;
  /** undefined until it is known */
  state: TerminalState | undefined;
  /** When statements are synced by themselves; only the owner is told. */
  nextSync: string | null;
  /** Of all terminals. */
  registers: UseQueryResult<CashRegister[]>;
}

export const TerminalCard = ({ terminal, state, nextSync, registers }: TerminalCardProps) => {
  const id = useId();
  const mayManage = useMay('can_manage_terminals');
  const isMissingToken = state?.token === 'missing';
  return (
    <section className={`card ${classes.card}`} aria-labelledby={id}>
      <Group justify="space-between" align="center" gap="sm" className={classes.head}>
        <TerminalName terminal={terminal} headingId={id} />
        {mayManage ? (
          <Group gap="xs" wrap="nowrap">
            <SyncButtons terminal={terminal} isMissingToken={isMissingToken} />
            <TerminalMenu terminal={terminal} />
          </Group>
        ) : null}
      </Group>
      {isMissingToken ? <TokenMissing terminal={terminal} /> : null}
      <div className={classes.about}>
        <TerminalFacts terminal={terminal} state={state} nextSync={nextSync} />
        <TerminalSwitches terminal={terminal} />
      </div>
      <Registers terminal={terminal} query={registers} />
    </section>
  );
};
