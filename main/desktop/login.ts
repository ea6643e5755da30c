import { existsSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import { makeFolder, replaceFile } from '../platform/data-folder.ts';
import { OwnerError } from '../platform/owner-error.ts';

/** Start with the system, in the tray. */
export interface Login {
  /**
   * Null: not available. A development build would start an Electron without a program; macOS lets no unsigned program
   * register.
   */
  starts(): boolean | null;
  /** @throws OwnerError LOGIN_ITEM_REFUSED */
  change(on: boolean): void;
}

const HIDDEN = ['--hidden'];

interface LoginContext {
  app: App;
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  home: string;
  execPath: string;
  isSigned: boolean;
}

export const createLogin = (context: LoginContext): Login => {
  const { app, platform, isSigned } = context;
  if (!app.isPackaged || !isSigned) return { starts: () => null, change: () => undefined };
  return platform === 'linux' ? autostartFile(context) : loginItem(app, platform);
};

/** Whether the system started the program at login: then it waits in the tray. */
export const isStartedAtLogin = (app: App, platform: NodeJS.Platform): boolean =>
  // macOS passes a login item no arguments, and says so itself.
  platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;

/** https://www.electronjs.org/docs/latest/api/app#appsetloginitemsettingssettings-macos-windows */
const loginItem = (app: App, platform: NodeJS.Platform): Login => {
  const options = platform === 'win32' ? { args: HIDDEN } : {};
  /** Windows: `openAtLogin` stays true when the user switches the entry off in the Task Manager. */
  const starts = () => {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(options);
    return openAtLogin && (platform !== 'win32' || executableWillLaunchAtLogin);
  };
  return {
    starts,
    change: (on) => {
      app.setLoginItemSettings({ openAtLogin: on, ...options });
      if (starts() !== on) throw refused('the system did not take it over');
    },
  };
};

/** Electron has no login items on Linux: https://specifications.freedesktop.org/autostart-spec/latest/ */
const autostartFile = ({ env, home, execPath }: LoginContext): Login => {
  const config = env.XDG_CONFIG_HOME;
  const folder = join(config && isAbsolute(config) ? config : join(home, '.config'), 'autostart');
  const file = join(folder, 'kramar.desktop');
  return {
    starts: () => existsSync(file),
    change: (on) => {
      try {
        if (!on) return rmSync(file, { force: true });
        makeFolder(folder);
        // An AppImage's mount vanishes with the process; its runtime names the file itself.
        replaceFile(file, desktopEntry(env.APPIMAGE || execPath));
      } catch (error) {
        throw refused(error instanceof Error ? error.message : String(error), error);
      }
    },
  };
};

/**
 * Quotes by https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html: reserved characters
 * get a backslash, which the file's own escapes double, and a per cent sign is doubled.
 */
const quoted = (program: string): string =>
  `"${program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;

export const desktopEntry = (program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.5',
    'Name=Kramar',
    `Exec=${quoted(program)} ${HIDDEN.join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

const refused = (why: string, cause?: unknown): OwnerError =>
  new OwnerError(
    'LOGIN_ITEM_REFUSED',
    `Whether Kramar starts with the system could not be changed: ${why}. Everything else is as it was. Change it in the system's own settings.`,
    { cause },
  );
