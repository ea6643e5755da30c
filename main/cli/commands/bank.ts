import { choice, count, nullable, string, timestamp } from '../../../shared/api/answers.ts';
import { HISTORY_ACTIONS, HISTORY_STATES } from '../../../shared/api/statuses.ts';
import { type TerminalWithToken, terminal } from '../../../shared/operations/terminals.ts';
import { DAY_MS, isoTime, isoTimeOrNull } from '../../../shared/time.ts';
import { requestHistory } from '../../money/statement/history.ts';
import { presentTerminal } from '../../operations/terminals.ts';
import { UsageError } from '../../platform/config.ts';
import { NotFoundError } from '../../shop/errors.ts';
import { checkedTerminalName, deleteTerminal } from '../../shop/terminals/terminals.ts';
import { findHistory, type StatementHistoryRow } from '../../store/statement-histories.ts';
import { findTerminal } from '../../store/terminals.ts';
import type { Call, Commands, Run } from '../command.ts';
import { requireDatabase, withDatabase } from '../open.ts';
import { operationCommand } from '../operation-command.ts';
import { result } from '../results.ts';
import { operandId, sentences } from '../values.ts';

/** Earlier payments: the running service reads them, the command line only says so in the database. */
const terminalHistory: Run = async (call) => {
  const id = terminalId(call);
  const action = HISTORY_ACTIONS.find((known) => known === call.value);
  if (action === undefined && call.value !== 'state')
    throw new UsageError(
      `The ACTION "${call.value}" is unknown. Expected: ${HISTORY_ACTIONS.join(', ')} or state.`,
    );
  requireDatabase(call.config);
  return withDatabase(call, (db) => {
    const terminal = findTerminal(db, id);
    if (!terminal) throw new NotFoundError('terminal', id);
    const history =
      action === undefined ? findHistory(db, id) : requestHistory({ db, now: Date.now }, terminal, action);
    if (action !== undefined) call.log.info('Earlier payments of a terminal.', { id, action });
    return {
      json: { ok: true, id, name: terminal.name, ...historyJson(history) },
      lines: [line(id, history)],
    };
  });
};

const historyJson = (history: StatementHistoryRow | undefined) => ({
  state: history?.state ?? 'none',
  oldest: isoTimeOrNull(history?.oldest ?? null),
  days_read: history ? Math.round((history.newest - history.oldest) / DAY_MS) : 0,
  payments: history?.payments ?? 0,
  created: history?.created ?? 0,
  problem: history?.problem ?? '',
});

const STATES: Record<StatementHistoryRow['state'], string> = {
  running: 'are being loaded while the service runs and the till is idle',
  paused: 'are paused',
  done: 'are loaded, all that the bank has',
  cancelled: 'were cancelled; what was received stays',
};

const line = (id: number, history: StatementHistoryRow | undefined): string => {
  if (!history) return `The earlier payments of terminal ${id} were not loaded yet.`;
  const { oldest, created, problem } = history;
  const { days_read } = historyJson(history);
  const failure = problem === '' ? '' : ` The bank's last answer: ${problem}; it is tried again.`;
  return `The earlier payments of terminal ${id} ${STATES[history.state]}: ${days_read} days read, back to ${isoTime(oldest)}, ${created} new payments.${failure}`;
};

const terminalRemove: Run = async (call) => {
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
const terminalId = (call: Call): number =>
  operandId(call, 'The ID is no number. Expected: the id of a terminal, as terminal list shows it.');

/** A secret comes on stdin or from a file. */
const TOKEN = ['token-stdin', 'token-file'] as const;
const PROMPTED = 'In a terminal, without these options, the token is prompted for and not shown.';

const merchant = ({ merchant_name, merchant_id, edrpou }: TerminalWithToken): string =>
  `${merchant_name} (merchant ${merchant_id}${edrpou && `, EDRPOU ${edrpou}`})`;

export const terminalCommands = {
  'terminal add': operationCommand('terminals.add', {
    summary: 'adds a terminal; its token is checked with the bank first',
    details: [`The token comes from the bank's cabinet and is stored encrypted. ${PROMPTED}`],
    options: ['name', ...TOKEN],
    examples: [
      'terminal add --name "Каса 1"',
      'terminal add --name "Каса 1" --token-file token.txt',
      'terminal add --name "Каса 1" --token-stdin < token.txt',
    ],
    input: async ({ values, input }) => ({
      // Checked before the prompt for the token.
      name: checkedTerminalName(
        await input.text('name', values.name, 'Name of the terminal (as the shop calls it): '),
      ),
      token: await input.secret('token', values),
    }),
    lines: ({ same_token_as, registers, ...added }) => [
      sentences(
        `Terminal ${added.id} "${added.name}" was added: ${merchant(added)}.`,
        registers === null
          ? 'Its registers could not be fetched now; they will come with the next synchronisation.'
          : `Registers: ${registers}.`,
      ),
      ...same_token_as.map(
        (id) =>
          `Terminal ${id} has the same token: both are one terminal of the bank, with the same payments. ` +
          `If that was not meant, remove the new one: terminal remove ${added.id}.`,
      ),
    ],
  }),
  'terminal token': operationCommand('terminals.token', {
    summary: 'replaces the token of a terminal',
    details: [`Refused if the token belongs to another merchant. ${PROMPTED}`],
    operands: ['ID'],
    options: TOKEN,
    examples: ['terminal token 1', 'terminal token 1 --token-file token.txt'],
    input: async (call) => ({ id: terminalId(call), token: await call.input.secret('token', call.values) }),
    lines: (changed) => [`Terminal ${changed.id} "${changed.name}" has the new token: ${merchant(changed)}.`],
  }),
  'terminal rename': operationCommand('terminals.rename', {
    summary: 'gives a terminal another name',
    operands: ['ID', 'NAME'],
    examples: ['terminal rename 1 "Каса біля входу"'],
    input: (call) => ({ id: terminalId(call), name: call.value }),
    lines: ({ id, name }) => [`Terminal ${id} is called "${name}" now.`],
  }),
  'terminal remove': {
    summary: 'removes a terminal and destroys its token; its invoices stay',
    details: [
      'Refused while money of the terminal is on its way: open invoices, held money, a bank request without an outcome. Refunds of its invoices are not possible afterwards. Without a terminal to ask in, --yes is required.',
    ],
    operands: ['ID'],
    options: ['yes'],
    examples: ['terminal remove 2', 'terminal remove 2 --yes'],
    result: result(terminal.entries),
    run: terminalRemove,
  },
  'terminal history': {
    summary: 'loads the payments that the bank has from before Kramar, or shows how far it is',
    details: [
      'ACTION is start, pause, cancel, or state. Reading is the work of the running service, in idle time; a start goes on after a pause. Nothing is doubled.',
    ],
    operands: ['ID', 'ACTION'],
    examples: ['terminal history 1 start', 'terminal history 1 state --json'],
    result: result({
      id: terminal.entries.id,
      name: terminal.entries.name,
      state: choice(['none', ...HISTORY_STATES], 'What became of it.'),
      oldest: nullable(timestamp('Everything that the bank has since then is here, UTC.')),
      days_read: count('Days that were read.'),
      payments: count('Payments that the statement listed.'),
      created: count('How many of them were new here.'),
      problem: string('Code of the last failure of a bank request; "": none.'),
    }),
    run: terminalHistory,
  },
  'terminal list': operationCommand('terminals.list', {
    summary: 'lists terminals, with ids',
    examples: ['terminal list', 'terminal list --json'],
    lines: ({ terminals }) =>
      terminals.length > 0
        ? terminals.map((each) =>
            [
              ...[each.id, each.name, merchant(each)],
              ...(each.is_active ? [] : ['Not active.']),
              ...(each.has_token ? [] : ['No token.']),
            ].join('  '),
          )
        : ['There are no terminals yet. One is made with: terminal add.'],
  }),
} satisfies Commands;
