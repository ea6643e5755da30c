import { NotFoundError } from '../shop/errors.ts';
import {
  addTerminal,
  checkedTerminalName,
  deleteTerminal,
  fetchRegisters,
  patchTerminal,
  setTerminalToken,
} from '../shop/terminals/terminals.ts';
import { allTerminals, findTerminal, type TerminalRow } from '../store/terminals.ts';
import type { Call, Run } from './command.ts';
import { requireDatabase, withDatabase, withInstallation } from './open.ts';
import { operandId } from './values.ts';

export const terminalAdd: Run = async (call) => {
  const { values, input, log } = call;
  // Checked before any prompt or write: a faulty name does not even create a folder.
  const name = checkedTerminalName(
    await input.text('name', values.name, 'Name of the terminal (as the shop calls it): '),
  );
  const token = await input.secret('token', values);
  return withInstallation(call, async (installation) => {
    const terminal = await addTerminal(installation, { name, token });
    log.info('A terminal was added.', { id: terminal.id });
    const registers = await fetchRegisters(installation, terminal.id, log);
    const description =
      registers === null
        ? 'Its registers could not be fetched now; they will come with the next synchronisation.'
        : `Registers: ${registers}.`;
    const others = allTerminals(installation.db).filter(
      ({ id, sealed_token }) =>
        id !== terminal.id && sealed_token && installation.vault.openToken(id, sealed_token) === token,
    );
    const lines = [
      `Terminal ${terminal.id} "${terminal.name}" was added: ${merchant(terminal)}. ${description}`,
      ...others.map(
        ({ id, name: other }) =>
          `Terminal ${id} "${other}" has the same token: both are one terminal of the bank, with the same payments. ` +
          `If that was not meant, remove the new one: terminal remove ${terminal.id}.`,
      ),
    ];
    const same_token_as = others.map(({ id }) => id);
    return { json: { ok: true, ...terminalJson(terminal), registers, same_token_as }, lines };
  });
};

export const terminalToken: Run = async (call) => {
  const { values, input, log, config } = call;
  const id = terminalId(call);
  const token = await input.secret('token', values);
  requireDatabase(config);
  return withInstallation(call, async (installation) => {
    const terminal = await setTerminalToken(installation, id, token);
    log.info('A terminal was given another token.', { id });
    return {
      json: { ok: true, ...terminalJson(terminal) },
      lines: [`Terminal ${id} "${terminal.name}" has the new token: ${merchant(terminal)}.`],
    };
  });
};

export const terminalRename: Run = async (call) => {
  const id = terminalId(call);
  const name = checkedTerminalName(call.value);
  requireDatabase(call.config);
  const terminal = await withDatabase(call, (db) => patchTerminal({ db, now: Date.now }, id, { name }));
  call.log.info('A terminal was renamed.', { id });
  return {
    json: { ok: true, ...terminalJson(terminal) },
    lines: [`Terminal ${id} is called "${terminal.name}" now.`],
  };
};

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
      json: { ok: true, ...terminalJson(terminal) },
      lines: [`Terminal ${id} "${terminal.name}" was removed, and its token destroyed. Its invoices stay.`],
    };
  });
};

/** @throws UsageError */
export const terminalId = (call: Call): number =>
  operandId(call, 'The ID is no number. Expected: the id of a terminal, as terminal list shows it.');

export const terminalList: Run = async (call) => {
  requireDatabase(call.config);
  const terminals = await withDatabase(call, allTerminals);
  return {
    json: { ok: true, terminals: terminals.map(listed) },
    lines:
      terminals.length > 0
        ? terminals.map(line)
        : ['There are no terminals yet. One is made with: terminal add.'],
  };
};

const listed = (terminal: TerminalRow) => ({
  ...terminalJson(terminal),
  is_active: terminal.is_active === 1,
  has_token: terminal.sealed_token !== null,
});

const line = (terminal: TerminalRow): string => {
  const { has_token, is_active } = listed(terminal);
  const flaws = [is_active ? '' : 'Not active.', has_token ? '' : 'No token.'].filter((flaw) => flaw !== '');
  return [terminal.id, terminal.name, merchant(terminal), ...flaws].join('  ');
};

const merchant = ({ merchant_name, merchant_id, edrpou }: TerminalRow) =>
  `${merchant_name} (merchant ${merchant_id}${edrpou && `, EDRPOU ${edrpou}`})`;

const terminalJson = ({ id, name, merchant_id, merchant_name, edrpou }: TerminalRow) => ({
  ...{ id, name, merchant_id, merchant_name, edrpou },
});
