import { SaxesParser } from 'saxes';

/**
 * What the schema of tasks (MS-TSCH, 2.5) allows in the elements that are used, and the pattern of their texts. All of
 * them are unordered (xs:all), or have one child.
 */
const TASK_SCHEMA: Record<string, readonly string[] | RegExp> = {
  Task: ['RegistrationInfo', 'Triggers', 'Principals', 'Settings', 'Actions'],
  RegistrationInfo: ['Description'],
  Description: /^.+$/,
  Triggers: ['BootTrigger', 'LogonTrigger'],
  BootTrigger: [],
  LogonTrigger: ['UserId'],
  UserId: /^[^\\]+\\[^\\]+$/,
  Principals: ['Principal'],
  Principal: ['UserId', 'LogonType', 'RunLevel'],
  LogonType: /^(InteractiveToken|S4U)$/,
  RunLevel: /^LeastPrivilege$/,
  Settings: [
    'MultipleInstancesPolicy',
    'DisallowStartIfOnBatteries',
    'StopIfGoingOnBatteries',
    'StartWhenAvailable',
    'ExecutionTimeLimit',
    'Priority',
    'RestartOnFailure',
  ],
  MultipleInstancesPolicy: /^(Parallel|Queue|IgnoreNew|StopExisting)$/,
  DisallowStartIfOnBatteries: /^(true|false)$/,
  StopIfGoingOnBatteries: /^(true|false)$/,
  StartWhenAvailable: /^(true|false)$/,
  ExecutionTimeLimit: /^PT\d+[SMH]$/,
  Priority: /^([0-9]|10)$/,
  RestartOnFailure: ['Interval', 'Count'],
  // From PT1M to P31D.
  Interval: /^PT[1-9]\d*[MH]$/,
  Count: /^([1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/,
  Actions: ['Exec'],
  Exec: ['Command', 'Arguments'],
  Command: /^.{1,260}$/,
  Arguments: /^.+$/,
};

/** What is wrong with the definition of a task of Windows. */
export const faultsOfTask = (text: string): string[] => {
  const faults: string[] = [];
  const open: { name: string; children: string[]; text: string }[] = [];
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => faults.push(message));
  parser.on('opentag', ({ name, attributes }) => {
    open.at(-1)?.children.push(name);
    open.push({ name, children: [], text: '' });
    if (name === 'Task' && attributes.version !== '1.2') faults.push('it is of another version');
  });
  parser.on('text', (part) => {
    const current = open.at(-1);
    if (current) current.text += part;
  });
  parser.on('closetag', () => {
    const { name = '', children = [], text: inside = '' } = open.pop() ?? {};
    const rule = TASK_SCHEMA[name];
    if (rule === undefined) faults.push(`the schema knows no ${name}`);
    else if (rule instanceof RegExp) {
      if (children.length > 0 || !rule.test(inside)) faults.push(`${name} is "${inside}"`);
    } else {
      const strange = children.filter((child, at) => !rule.includes(child) || children.indexOf(child) !== at);
      if (strange.length > 0 || inside.trim() !== '')
        faults.push(`${name} holds ${strange} ${inside.trim()}`);
    }
  });
  parser.write(text).close();
  return faults;
};
