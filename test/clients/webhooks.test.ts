import { once } from 'node:events';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testReceiver } from '../../main/shop/deliveries/deliver.ts';
import { addReceiver, rotateSecret } from '../../main/shop/deliveries/receivers.ts';
import { freePort } from '../helpers/free-port.ts';
import { openShop, type Shop, temporaryFolder } from '../helpers/shop.ts';
import { LANGUAGES, type Language, lacksTools, launch, prepare } from './till-pages.ts';

// The receivers of the page for till programmers, as they stand, each as a process of its own.

const folder = temporaryFolder();
afterAll(folder.remove);

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const commandOf = async (language: Language, port: number): Promise<string[]> => {
  const command = await prepare(
    language,
    { page: 'webhooks', section: 'A receiver', name: 'hook' },
    folder.path,
  );
  return language.fence === 'php' ? ['php', '-S', `127.0.0.1:${port}`, 'hook.php'] : command;
};

test.each(LANGUAGES.filter(({ fence }) => fence !== 'sh'))(
  '$name: takes what is signed with its secret, and refuses another secret and another time',
  async (language) => {
    if (lacksTools(language)) return;
    const port = await freePort();
    const { receiver, secret } = await addReceiver(shop.console, {
      url: `http://127.0.0.1:${port}/kramar`,
      terminal: null,
    });
    const env = { KRAMAR_SECRET: secret, PORT: String(port) };
    const child = launch(await commandOf(language, port), folder.path, env);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString();
      });
    const until = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 25 });
    const test = () => testReceiver(shop.console, receiver.id);
    try {
      await until(() => expect(output).toMatch(/ready\n|started/));
      const { id } = await shop.createInvoice();
      await until(() => expect(output).toMatch(new RegExp(`invoice\\.created ${id}\\n`)));
      await until(async () => expect(await test()).toMatchObject({ status: 204 }));
      // Signed six minutes ago, or in the future: a recording, or a wrong clock.
      for (const seconds of [-360, 360]) {
        const { db, vault } = shop.console;
        const now = () => Date.now() + seconds * 1000;
        expect(await testReceiver({ db, vault, now }, receiver.id)).toMatchObject({ status: 400 });
      }
      await rotateSecret(shop.console, receiver.id);
      expect(await test()).toMatchObject({ status: 400 });
      expect(output.match(/webhook\.test/g)).toHaveLength(1);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  },
);
