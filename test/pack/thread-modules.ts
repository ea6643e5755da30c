import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadModuleDigests } from '../../build/thread-modules.ts';
import { runAdmin } from './life.ts';

/** Whether the list in the archive is of the modules that lie beside it. */
export const faultsOfThreadModules = (list: Buffer | undefined, unpacked: string): string[] => {
  const folder = join(unpacked, 'dist/main');
  if (list === undefined) return ["the list of the threads' modules is not in the archive"];
  if (!existsSync(folder)) return ["the threads' modules are not beside the archive"];
  const listed: Record<string, string> = JSON.parse(list.toString());
  const there = threadModuleDigests(folder);
  return [...new Set([...Object.keys(listed), ...Object.keys(there)])]
    .filter((name) => listed[name] !== there[name])
    .map((name) => `${name} beside the archive is not the one of the list in it`);
};

/** Changes a module, and has the program use it: it must refuse, by its name, and work again once it is restored. */
export const faultsOfChangedModule = async (
  entry: string,
  folder: string,
  module: string,
): Promise<string[]> => {
  const makeBackup = () => runAdmin(entry, folder, ['backup', 'create']);
  const before = readFileSync(module);
  appendFileSync(module, '\n// changed\n');
  const changed = await makeBackup();
  writeFileSync(module, before);
  const restored = await makeBackup();
  return [
    ...(changed.code === 1 &&
    changed.output.includes('worker.mjs') &&
    changed.output.includes('Install Kramar again')
      ? []
      : [`with a changed worker.mjs a backup ended with ${changed.code}: ${changed.output}`]),
    ...(restored.code === 0
      ? []
      : [`with worker.mjs restored a backup ended with ${restored.code}: ${restored.output}`]),
  ];
};
