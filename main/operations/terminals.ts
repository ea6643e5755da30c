import { type TerminalWithToken, terminal } from '../../shared/operations/terminals.ts';
import { present } from '../platform/present.ts';
import {
  addTerminal,
  fetchMerchant,
  fetchRegisters,
  patchTerminal,
  setTerminalToken,
} from '../shop/terminals/terminals.ts';
import { allTerminals, type TerminalRow } from '../store/terminals.ts';
import type { Handlers } from './operation.ts';

export const terminalHandlers: Handlers<'terminals'> = {
  'terminals.list': ({ db }) => ({
    terminals: allTerminals(db).map((row) => ({
      ...presentTerminal(row),
      is_active: row.is_active === 1,
      has_token: row.sealed_token !== null,
    })),
  }),
  'terminals.try': async ({ input, ...context }) => {
    const { merchant_id, merchant_name, edrpou } = await fetchMerchant(context, input.token);
    return { merchant_id, merchant_name, edrpou };
  },
  'terminals.add': async ({ input, log, wake, ...context }) => {
    const { db, vault } = context;
    const { name, token } = input;
    const row = await addTerminal(context, { name, token });
    log.info('A terminal was added.', { id: row.id });
    const registers = await fetchRegisters(context, row.id, log);
    // Its earlier payments come without waiting for the next hour.
    wake();
    const others = allTerminals(db).filter(
      ({ id, sealed_token }) => id !== row.id && sealed_token && vault.openToken(id, sealed_token) === token,
    );
    return { ...presentTerminal(row), registers, same_token_as: others.map(({ id }) => id) };
  },
  'terminals.token': async ({ input, log, wake, ...context }) => {
    const row = await setTerminalToken(context, input.id, input.token);
    log.info('A terminal was given another token.', { id: row.id });
    wake();
    return presentTerminal(row);
  },
  'terminals.rename': ({ input: { id, name }, log, ...context }) => {
    const row = patchTerminal(context, id, { name });
    log.info('A terminal was renamed.', { id });
    return presentTerminal(row);
  },
};

export const presentTerminal = (row: TerminalRow): TerminalWithToken => present(terminal, row);
