import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { readConfig } from '../../main/platform/config.ts';
import { createLog } from '../../main/platform/log.ts';
import { startPracticeBank } from '../../main/practice-bank/server.ts';
import { openInstallation } from '../../main/safekeeping/installation.ts';
import { createOwner } from '../../main/shop/accounts/accounts.ts';
import { addTerminal } from '../../main/shop/terminals/terminals.ts';
import type { TokenPair } from '../../shared/api/auth.ts';
import type { Invoice } from '../../shared/api/invoices.ts';
import type { BridgeAnswer } from '../../shared/bridge/bridge.ts';
import { Client } from '../helpers/client.ts';
import { PASSWORD, temporaryFolder } from '../helpers/shop.ts';
import { type Ran, runDesktop } from './program.ts';

/** A busy machine takes its time. */
export const soon = <Result>(look: () => Result | Promise<Result>): Promise<Result> => vi.waitFor(look);

type Options = Partial<Parameters<typeof runDesktop>[0]>;

/** A data folder and a practice bank, for programs that run one after the other. */
export const openStage = async () => {
  const folder = temporaryFolder();
  const bank = await startPracticeBank();
  const programs: Ran[] = [];
  const dataDir = join(folder.path, 'data');
  const endpointFile = join(dataDir, 'endpoint.json');
  const endpoint = () => JSON.parse(readFileSync(endpointFile, 'utf8'));
  const run = async (options: Options = {}): Promise<Ran> => {
    const program = await runDesktop({ folder: folder.path, bankUrl: bank.url, ...options });
    programs.push(program);
    return program;
  };
  const signIn = async () => {
    const stranger = new Client(endpoint().base_url);
    const credentials = { username: 'owner', password: PASSWORD };
    const token = (await stranger.post<TokenPair>('auth/token/', credentials)).body.access;
    return { token, owner: stranger.as(token) };
  };
  return {
    folder: folder.path,
    dataDir,
    bank,
    endpoint,
    isServing: () => existsSync(endpointFile),
    logText: () => readFileSync(join(dataDir, 'logs', 'kramar.log'), 'utf8'),
    preferences: () => JSON.parse(readFileSync(join(folder.path, 'Kramar Window', 'desktop.json'), 'utf8')),
    run,
    signIn,
    /** A shop with an owner and a terminal, in the program that runs. */
    openShop: async (options: Options = {}) => {
      const config = readConfig({ dataDir, bankUrl: bank.url, keychain: 'file' }, {});
      const console = await openInstallation(config, { log: createLog({ level: 'error' }) });
      await createOwner(console, { username: 'owner', password: PASSWORD });
      const terminal = await addTerminal(console, { name: 'Каса', token: bank.merchants[0]?.token ?? '' });
      console.close();
      const program = await run(options);
      program.window.finishLoading();
      const { token, owner } = await signIn();
      const frame = program.window.webContents.mainFrame;
      return {
        program,
        owner,
        call: (name: string, input: object = {}, senderFrame: object | null = frame) =>
          program.calls.get('kramar:call')?.({ senderFrame }, name, input, token) as Promise<BridgeAnswer>,
        sell: async (amount: number): Promise<Invoice> =>
          (await owner.post<Invoice>('invoices/', { terminal: terminal.id, amount })).body,
        pay: async ({ id, invoice_id }: Invoice) => {
          bank.pay(invoice_id);
          await owner.post(`invoices/${id}/refresh/`);
        },
      };
    },
    close: async () => {
      for (const program of programs) await program.end();
      await bank.stop();
      folder.remove();
    },
  };
};
export type Stage = Awaited<ReturnType<typeof openStage>>;
