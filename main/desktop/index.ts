import { homedir } from 'node:os';
import { join } from 'node:path';
import * as electron from 'electron';
import { SERVICE_FLAG, serviceArguments } from '../cli/service/command.ts';
import { environment } from '../platform/config.ts';
import { hasUpdateChannel, isSignedProgram } from './packaged.ts';
import { startDesktop } from './start.ts';

/** The entry with a window: it only passes Electron on. Besides preload.ts no other file imports Electron. */

const { app } = electron;
const { platform, execPath } = process;
// In development Electron is the first argument, the program's folder the second.
const args = process.argv.slice(app.isPackaged ? 1 : 2);

// Awaited: Electron waits for the entry's own evaluation before it starts Chromium, which would write its profile and,
// on Linux, need a display (lib/browser/init.ts; shell/browser/javascript_environment.cc, JoinAppCode).
if (args[0] === '--admin') {
  const { runConsole } = await import('../cli/run.ts');
  app.exit(await runConsole(args.slice(1)));
}
// The same: the service alone needs neither Chromium nor a display.
else if (args.includes(SERVICE_FLAG)) {
  // Without an icon in the Dock, which would answer no click.
  if (platform === 'darwin') app.setActivationPolicy('prohibited');
  const { serve } = await import('../start/service.ts');
  app.exit(await serve(serviceArguments(args)));
}
// Not awaited: Electron becomes ready only after this module has been evaluated, and startDesktop waits for that
// (https://github.com/electron/electron/issues/40719). Steps that must come before run until its first await.
else
  void startDesktop({
    electron,
    args,
    env: environment(),
    platform,
    execPath,
    home: homedir(),
    process,
    isSigned: () => isSignedProgram(execPath, platform),
    loadUpdater:
      app.isPackaged && hasUpdateChannel(join(process.resourcesPath, 'app-update.yml'))
        ? async () => (await import('electron-updater')).default.autoUpdater
        : undefined,
  });
