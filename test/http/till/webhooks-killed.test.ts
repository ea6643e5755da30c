import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeychainError } from '../../../main/platform/keychain.ts';
import { testReceiver } from '../../../main/shop/deliveries/deliver.ts';
import { addReceiver, listReceivers } from '../../../main/shop/deliveries/receivers.ts';
import { isGenuine, startReceiver } from '../../helpers/receiver.ts';
import { endServices, runService } from '../../helpers/service.ts';
import { openShop, type Shop } from '../../helpers/shop.ts';

let shop: Shop;
let till: Awaited<ReturnType<typeof startReceiver>>;
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 25 });
beforeEach(async () => {
  till = await startReceiver();
});
afterEach(async () => {
  endServices();
  await shop.close();
  await till.close();
});

const startKilled = async () => {
  const service = runService([
    ...['--data-dir', shop.folder, '--bank-url', shop.bank.url, '--keychain', 'file'],
    ...['--port', '0', '--ready-json'],
  ]);
  await service.ready();
  return service;
};

test('a kill between a delivery and its record: the same event again, as a repetition, and none is lost', async () => {
  shop = await openShop();
  const { secret } = await addReceiver(shop.console, { url: till.url, terminal: null });
  till.behave((response) => response.writeHead(500).end());
  const sold = [await shop.createInvoice(), await shop.createInvoice()];
  await until(() => expect(till.received).toHaveLength(2));
  await shop.stop();
  const before = till.received.length;
  for (const kill of [1, 2]) {
    const service = await startKilled();
    // What the till app has received, but Kramar has not written down.
    till.behave(() => void service.child.kill('SIGKILL'));
    await service.exited;
    expect(till.received).toHaveLength(before + kill);
  }
  till.behave();
  await startKilled();
  await until(async () => expect(await listReceivers(shop.console)).toMatchObject([{ pending: 0 }]));
  for (const { id } of sold) {
    const deliveries = till.about(id);
    expect(new Set(deliveries.map((each) => each.id)).size).toBe(1);
    expect(deliveries.map(({ attempt }) => attempt)).toEqual(deliveries.map((_, at) => at + 1));
  }
  expect(till.received.length).toBe(2 + 2 + 2);
  expect(till.received.every((each) => isGenuine(each, secret, Date.now()))).toBe(true);
});

test('without the keychain deliveries wait, and the state says why', async () => {
  const key = new Uint8Array(32).fill(9);
  let isLocked = false;
  const locked = async () => {
    throw new KeychainError('The keychain is locked.');
  };
  shop = await openShop({
    keychain: {
      kind: 'os',
      read: async () => (isLocked ? locked() : key),
      write: async () => undefined,
      remove: async () => undefined,
    },
  });
  const { receiver } = await addReceiver(shop.console, { url: till.url, terminal: null });
  till.behave((response) => response.writeHead(500).end());
  const { id } = await shop.createInvoice();
  await until(() => expect(till.about(id)).toHaveLength(1));
  await shop.stop();
  till.received.length = 0;
  till.behave();
  isLocked = true;
  await shop.restart();
  const { handle } = shop.host.started()?.running ?? {};
  if (!handle) throw new Error('The service did not start.');
  expect(await listReceivers(handle)).toMatchObject([{ state: 'locked', pending: 1 }]);
  await expect(testReceiver(handle, receiver.id)).rejects.toThrow('locked');
  await expect(addReceiver(handle, { url: `${till.url}/2`, terminal: null })).rejects.toThrow('locked');
  expect(await listReceivers(handle)).toHaveLength(1);
  expect(till.received).toEqual([]);
  isLocked = false;
  await until(() => expect(till.about(id)).toHaveLength(1));
  // The till has it before its delivery is recorded.
  await until(async () =>
    expect(await listReceivers(handle)).toMatchObject([{ state: 'working', pending: 0 }]),
  );
});
