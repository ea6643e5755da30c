import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../helpers/shop.ts';
import { standInElectron } from './stand-in.ts';

/** The entry itself, with Electron's module replaced. */

const entry = '../../main/desktop/index.ts';
const { argv } = process;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
  vi.resetModules();
});
afterEach(() => {
  process.argv = argv;
  folder.remove();
});

test('--admin: the console has ended before the entry is evaluated, so Chromium never starts', async () => {
  const { electron, app } = standInElectron({ folder: folder.path });
  vi.doMock('electron', () => electron);
  const printed: unknown[] = [];
  vi.doMock('../../main/cli/output.ts', () => ({
    print: async ({ lines }: { lines: string[] }) => void printed.push(lines),
    printRefusal: async (refusal: unknown) => void printed.push(refusal),
  }));
  process.argv = ['electron', '.', '--admin', '--version'];
  await import(entry);
  const { version } = await import('../../shared/version.ts');
  expect(printed).toEqual([[version]]);
  // Neither a profile, nor a lock, nor a wait for Chromium.
  expect([app.exits, app.order]).toEqual([[0], []]);
});

test('--service: the service runs to its end without Chromium, by the code of npm run serve', async () => {
  const { electron, app } = standInElectron({ folder: folder.path });
  vi.doMock('electron', () => electron);
  const served: unknown[] = [];
  vi.doMock('../../main/start/service.ts', () => ({
    serve: async (args: string[]) => {
      served.push(args);
      return 3;
    },
  }));
  const own = ['--data-dir', '/shop', '--port', '7480'];
  process.argv = ['electron', '.', '--service', '--no-sandbox', '--no-zygote', ...own];
  await import(entry);
  expect(served).toEqual([own]);
  expect([app.exits, app.order]).toEqual([[3], []]);
});
