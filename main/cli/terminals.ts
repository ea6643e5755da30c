import {
  addTerminal,
  checkedTerminalName,
  fetchRegisters,
  setTerminalToken,
} from '../domain/terminals/terminals.ts';
import { UsageError } from '../platform/config.ts';
import { allTerminals, type TerminalRow } from '../store/terminals.ts';
import type { Run } from './command.ts';
import { requireDatabase, withDatabase, withInstallation } from './open.ts';

export const terminalAdd: Run = async (call) => {
  const { values, input, log } = call;
  // Checked before any prompt or write: a faulty name does not even create a folder.
  const name = checkedTerminalName(await input.text('name', values.name));
  const token = await input.secret('token', values);
  return withInstallation(call, async (installation) => {
    const terminal = await addTerminal(installation, { name, token });
    log.info('A terminal was added.', { id: terminal.id });
    const registers = await fetchRegisters(installation, terminal.id, log);
    const description =
      registers === null
        ? 'Its registers could not be fetched now; they will come with the next synchronisation.'
        : `Registers: ${registers}.`;
    return {
      json: { ok: true, ...terminalJson(terminal), registers },
      lines: [`Terminal ${terminal.id} "${terminal.name}" was added: ${merchant(terminal)}. ${description}`],
    };
  });
};

export const terminalToken: Run = async (call) => {
  const { values, operand, input, log, config } = call;
  if (!/^[1-9]\d{0,14}$/.test(operand))
    throw new UsageError('The ID is no number. Expected: the id of a terminal, as terminal list shows it.');
  const id = Number(operand);
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
