/** The files by which each system runs Kramar as a service: texts, made without side effects. */

export interface ServiceSpec {
  /** The program with its arguments, each an absolute path or an option. */
  command: readonly string[];
  /** Runs from the start of the computer on, under this user; undefined: from the user's sign-in on. */
  bootUser: string | undefined;
  /** Folders that it writes to. */
  folders: readonly string[];
  /** The system's folder for logs of the program's own output; macOS alone. */
  logFile: string;
}

/** A word of a unit: C escapes in double quotes, `%` and `$` doubled (systemd.service(5), "Command lines"). */
const unitWord = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;

/** The same for a path outside ExecStart, where `$` means nothing. */
const unitPath = (path: string): string =>
  `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;

/**
 * Directives that a manager of one user can set up as well. V8 writes the code that it runs, so there is no
 * MemoryDenyWriteExecute.
 */
const HARDENED = [
  'UMask=0077',
  'NoNewPrivileges=yes',
  'LockPersonality=yes',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallErrorNumber=EPERM',
];

/** systemd.exec(5), "PrivateTmp=": what these folders hold is then out of the service's sight. */
const TEMPORARY = ['/tmp', '/var/tmp'];

/** Directives that need the system's manager. */
const hardenedAtBoot = (command: readonly string[], folders: readonly string[]): string[] => [
  'CapabilityBoundingSet=',
  'PrivateDevices=yes',
  // A program or a shop below them could not be found; without that they are as read-only as everything else.
  ...([...command, ...folders].some((path) => TEMPORARY.some((folder) => path.startsWith(`${folder}/`)))
    ? [`ReadWritePaths=${TEMPORARY.join(' ')}`]
    : ['PrivateTmp=yes']),
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHome=read-only',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'ProtectProc=invisible',
  'ProtectSystem=strict',
  `ReadWritePaths=${folders.map(unitPath).join(' ')}`,
];

export const systemdUnit = ({ command, bootUser, folders }: ServiceSpec): string =>
  [
    '# Made by: service install. Removed by: service remove.',
    '[Unit]',
    "Description=Kramar, the shop's back office",
    ...(bootUser === undefined ? [] : ['Wants=network-online.target', 'After=network-online.target']),
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${command.map(unitWord).join(' ')}`,
    ...(bootUser === undefined ? [] : [`User=${bootUser}`]),
    'Restart=on-failure',
    'RestartSec=5',
    '# A wrong option is not cured by another start.',
    'RestartPreventExitStatus=2',
    '# What is under way is finished first.',
    'TimeoutStopSec=60',
    ...HARDENED,
    ...(bootUser === undefined ? [] : hardenedAtBoot(command, folders)),
    '',
    '[Install]',
    `WantedBy=${bootUser === undefined ? 'default.target' : 'multi-user.target'}`,
    '',
  ].join('\n');

const UNESCAPED: Record<string, string> = { '%%': '%', $$: '$', '\\\\': '\\', '\\"': '"' };

/** The command of a unit of ours; empty where there is none. */
export const commandOfUnit = (unit: string): string[] =>
  [...(/^ExecStart=(.*)$/m.exec(unit)?.[1]?.matchAll(/"((?:[^"\\]|\\.)*)"/g) ?? [])].map(([, word = '']) =>
    word.replaceAll(/%%|\$\$|\\./g, (escaped) => UNESCAPED[escaped] ?? escaped),
  );

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const fromXml = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

export const LAUNCHD_LABEL = 'ua.kramar.service';

/** launchd.plist(5) */
export const launchdPlist = ({ command, bootUser, logFile }: ServiceSpec): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${LAUNCHD_LABEL}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    <string>${xml(word)}</string>`),
    '  </array>',
    ...(bootUser === undefined ? [] : ['  <key>UserName</key>', `  <string>${xml(bootUser)}</string>`]),
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>ExitTimeOut</key>',
    '  <integer>60</integer>',
    '  <key>Umask</key>',
    '  <integer>63</integer>',
    '  <key>ProcessType</key>',
    '  <string>Interactive</string>',
    '  <key>StandardErrorPath</key>',
    `  <string>${xml(logFile)}</string>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');

/** The command of an agent of ours; empty where there is none. */
export const commandOfPlist = (plist: string): string[] =>
  [
    ...(/<key>ProgramArguments<\/key>\s*<array>(.*?)<\/array>/s
      .exec(plist)?.[1]
      ?.matchAll(/<string>(.*?)<\/string>/gs) ?? []),
  ].map(([, word = '']) => fromXml(word));

/** A word of a Windows command line (CommandLineToArgvW): backslashes count only before a quote. */
const windowsWord = (word: string): string =>
  /^[\w.:\\/-]+$/.test(word) ? word : `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;

/**
 * Task Scheduler schema 1.2. At boot it runs by S4U, without a stored password and without the user's keys: the key to
 * the bank tokens has to be in a file.
 */
export const taskXml = ({ command: [program = '', ...args], bootUser }: ServiceSpec, user: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo>',
    "    <Description>Kramar, the shop's back office</Description>",
    '  </RegistrationInfo>',
    '  <Triggers>',
    ...(bootUser === undefined
      ? ['    <LogonTrigger>', `      <UserId>${xml(user)}</UserId>`, '    </LogonTrigger>']
      : ['    <BootTrigger />']),
    '  </Triggers>',
    '  <Principals>',
    '    <Principal id="Author">',
    `      <UserId>${xml(user)}</UserId>`,
    `      <LogonType>${bootUser === undefined ? 'InteractiveToken' : 'S4U'}</LogonType>`,
    '      <RunLevel>LeastPrivilege</RunLevel>',
    '    </Principal>',
    '  </Principals>',
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <StartWhenAvailable>true</StartWhenAvailable>',
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    '    <Priority>5</Priority>',
    '    <RestartOnFailure>',
    '      <Interval>PT1M</Interval>',
    '      <Count>99</Count>',
    '    </RestartOnFailure>',
    '  </Settings>',
    '  <Actions Context="Author">',
    '    <Exec>',
    `      <Command>${xml(program)}</Command>`,
    `      <Arguments>${xml(args.map(windowsWord).join(' '))}</Arguments>`,
    '    </Exec>',
    '  </Actions>',
    '</Task>',
    '',
  ].join('\r\n');

/** The program of a task of ours and the first word of its arguments; empty where there is none. */
export const commandOfTask = (task: string): string[] => {
  const [, program] = /<Command>(.*?)<\/Command>/s.exec(task) ?? [];
  const [, args = ''] = /<Arguments>(.*?)<\/Arguments>/s.exec(task) ?? [];
  if (program === undefined) return [];
  // A path holds no quotation mark.
  const [, quoted, plain] = /^(?:"([^"]*)"|(\S+))/.exec(fromXml(args)) ?? [];
  return [fromXml(program), quoted ?? plain ?? ''];
};
