import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MAKENSIS, startWindows, toWindows } from './wine.ts';

/**
 * Compiles electron-builder's own installer script with build/installer.nsh by Debian's makensis, around a stub. Its
 * plug-ins come from GitHub only: NSIS itself does their work here, or it is left out (the taskbar's id of a link;
 * elevation).
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEMPLATES = join(ROOT, 'node_modules/app-builder-lib/templates/nsis');
const STUB = fileURLToPath(new URL('./kramar-stub.nsi', import.meta.url));
export const APP_ID = 'ua.kramar.desktop';
export const GUID = 'f2a1c0de-0000-5000-8000-4b72616d6172';

const FLAGS: Record<string, string> = {
  updated: 'isUpdated',
  'force-run': 'isForceRun',
  'keep-shortcuts': 'isKeepShortcuts',
  'no-desktop-shortcut': 'isNoDesktopShortcut',
  'delete-app-data': 'isDeleteAppData',
  allusers: 'isForAllUsers',
  currentuser: 'isForCurrentUser',
};

/** In the place of the plug-ins UAC and StdUtils: no elevation, options read by NSIS's own functions, and the folder that a plug-in's call makes. */
const WITHOUT_PLUGINS = `
!include LogicLib.nsh
!include FileFunc.nsh
!include UAC.nsh
!macroundef UAC_RunElevated
!macro UAC_RunElevated
!macroend
!macroundef _UAC_IsAdmin
!macro _UAC_IsAdmin _a _b _t _f
  StrCmp "" "" \`\${_f}\` \`\${_f}\`
!macroend
!macroundef _UAC_IsInnerInstance
!macro _UAC_IsInnerInstance _a _b _t _f
  StrCmp "" "" \`\${_f}\` \`\${_f}\`
!macroend
!macro customUnInit
  InitPluginsDir
!macroend
!include StdUtils.nsh
!macroundef _StdU_GetAllParams
!macro _StdU_GetAllParams out _truncate
  \${GetParameters} \${out}
!macroend
!macroundef _StdU_GetParentPath
!macro _StdU_GetParentPath out path
  \${GetParent} "\${path}" \${out}
!macroend
!macroundef _StdU_ExecShlUser
!macro _StdU_ExecShlUser out file verb args
  ExecShell "\${verb}" "\${file}" \`\${args}\`
!macroend
`;

const flagMacros = (): string =>
  Object.entries(FLAGS)
    .map(
      ([flag, name]) => `!macro _${name} _a _b _t _f
  \${GetParameters} $R9
  ClearErrors
  \${GetOptions} $R9 "--${flag}" $R9
  IfErrors \`\${_f}\` \`\${_t}\`
!macroend
!define ${name} \`"" ${name} ""\``,
    )
    .join('\n');

/** English for every text, as electron-builder fills up what it has no translation of; installer.nsh goes over them. */
const messages = (): string =>
  ['messages.yml', 'assistedMessages.yml']
    .flatMap((file) => [
      ...readFileSync(join(TEMPLATES, file), 'utf8').matchAll(/^(\w+):\r?\n {2}en: *"?(.*?)"?\r?$/gm),
    ])
    .flatMap(([, id, text = '']) =>
      [1058, 1033].map((language) => `LangString ${id} ${language} "${text.replaceAll('\\n', '$\\r$\\n')}"`),
    )
    .join('\n');

const makensis = (script: string, folder: string, defines: Record<string, string>): void => {
  const { status, stdout, stderr } = spawnSync(
    MAKENSIS,
    [
      ...['-V2', '-INPUTCHARSET', 'UTF8', '-XTarget amd64-unicode'],
      ...Object.entries(defines).map(([name, value]) => (value === '' ? `-D${name}` : `-D${name}=${value}`)),
      '-',
    ],
    { input: script, cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`makensis ended with ${status}:\n${stdout}\n${stderr}`);
};

/** Makes the stub of one version; returns its path. */
export const makeStub = (folder: string, version: string, isStubborn = false): string => {
  const out = join(folder, `stub-${version}.exe`);
  makensis(readFileSync(STUB, 'utf8'), folder, {
    OUT: out,
    VERSION: version,
    ...(isStubborn && { STUBBORN: '' }),
  });
  return out;
};

/** Makes the installer of a version around that program; returns its path. */
export const makeInstaller = async (folder: string, version: string, program: string): Promise<string> => {
  const templates = join(folder, 'templates');
  cpSync(TEMPLATES, templates, { recursive: true });
  for (const name of readdirSync(templates, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(nsh|nsi)$/.test(name)) continue;
    const text = readFileSync(join(templates, name), 'utf8');
    writeFileSync(join(templates, name), text.replace(/^\s*WinShell::.*$/gm, ''));
  }
  const contents = join(folder, `contents-${version}`);
  mkdirSync(contents);
  cpSync(program, join(contents, 'Kramar.exe'));
  writeFileSync(join(contents, 'version.txt'), version);
  const head = `Unicode true
!addincludedir "${join(templates, 'include')}"
!addincludedir "${templates}"
${WITHOUT_PLUGINS}
${flagMacros()}
!macro addLangs
  !insertmacro MUI_LANGUAGE "Ukrainian"
  !insertmacro MUI_LANGUAGE "English"
!macroend
${messages()}
!include "${join(ROOT, 'build/installer.nsh')}"
`;
  const script = head + readFileSync(join(templates, 'installer.nsi'), 'utf8');
  const uninstaller = join(folder, `uninstaller-${version}.exe`);
  const installer = join(folder, `Kramar Setup ${version}.exe`);
  const defines = {
    APP_ID,
    APP_GUID: GUID,
    UNINSTALL_APP_KEY: GUID,
    PRODUCT_NAME: 'Kramar',
    PRODUCT_FILENAME: 'Kramar',
    APP_FILENAME: 'Kramar',
    APP_PACKAGE_NAME: 'kramar',
    APP_DESCRIPTION: 'Back office',
    SHORTCUT_NAME: 'Kramar',
    VERSION: version,
    UNINSTALL_DISPLAY_NAME: `Kramar ${version}`,
    APP_64: '',
    APP_64_UNPACKED_SIZE: '1000',
    APP_BUILD_DIR: contents,
    INSTALL_MODE_PER_ALL_USERS_REQUIRED: '',
    allowToChangeInstallationDirectory: '',
  };
  makensis(`OutFile "${installer}"\n${script}`, templates, {
    ...defines,
    BUILD_UNINSTALLER: '',
    UNINSTALLER_OUT_FILE: toWindows(uninstaller),
  });
  // An installer that only writes its uninstaller, which electron-builder signs before it packs it.
  const { code } = await startWindows([installer]).ended;
  if (code !== 0) throw new Error(`The uninstaller was not written: ${code}`);
  makensis(`OutFile "${installer}"\n${script}`, templates, { ...defines, UNINSTALLER_OUT_FILE: uninstaller });
  return installer;
};
