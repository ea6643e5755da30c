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
