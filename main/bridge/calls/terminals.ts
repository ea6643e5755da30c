import {
  addTerminal,
  fetchMerchant,
  fetchRegisters,
  setTerminalToken,
} from '../../shop/terminals/terminals.ts';
import type { TerminalRow } from '../../store/terminals.ts';
import type { Handlers } from '../call.ts';

export const terminalHandlers: Handlers<'terminals'> = {
  'terminals.try': async ({ input, running }) =>
    presentMerchant(await fetchMerchant(running.handle, input.token)),
  'terminals.add': async ({ host, input, running, log }) => {
    const { name, token } = input;
    const terminal = await addTerminal(running.handle, { name, token });
    log.info('A terminal was added.', { id: terminal.id });
    const registers = await fetchRegisters(running.handle, terminal.id, log);
    // Fetches its earlier payments without waiting for the next hour.
    host.wake();
    return { ...presentTerminal(terminal), registers };
  },
  'terminals.token': async ({ host, input, running, log }) => {
    const terminal = await setTerminalToken(running.handle, input.id, input.token);
    log.info('A terminal was given another token.', { id: terminal.id });
    host.wake();
    return presentTerminal(terminal);
  },
};

type Merchant = Pick<TerminalRow, 'merchant_id' | 'merchant_name' | 'edrpou'>;

const presentMerchant = ({ merchant_id, merchant_name, edrpou }: Merchant) => ({
  ...{ merchant_id, merchant_name, edrpou },
});

const presentTerminal = (terminal: TerminalRow) => ({
  id: terminal.id,
  name: terminal.name,
  ...presentMerchant(terminal),
});
