import { presentTerminal } from '../operations/terminals.ts';
import { NotFoundError } from '../shop/errors.ts';
import { deleteTerminal } from '../shop/terminals/terminals.ts';
import { findTerminal } from '../store/terminals.ts';
import type { Call, Run } from './command.ts';
import { requireDatabase, withDatabase } from './open.ts';
import { operandId } from './values.ts';

export const terminalRemove: Run = async (call) => {
  const id = terminalId(call);
  requireDatabase(call.config);
  return withDatabase(call, async (db) => {
    const terminal = findTerminal(db, id);
    if (!terminal) throw new NotFoundError('terminal', id);
    await call.input.confirm(
      `Remove terminal ${id} "${terminal.name}" and destroy its token? Its invoices stay; they cannot be refunded here any more.`,
      call.values.yes,
    );
    await deleteTerminal({ db, now: Date.now }, id);
    call.log.info('A terminal was removed.', { id });
    return {
      json: { ok: true, ...presentTerminal(terminal) },
      lines: [`Terminal ${id} "${terminal.name}" was removed, and its token destroyed. Its invoices stay.`],
    };
  });
};

/** @throws UsageError */
export const terminalId = (call: Call): number =>
  operandId(call, 'The ID is no number. Expected: the id of a terminal, as terminal list shows it.');
