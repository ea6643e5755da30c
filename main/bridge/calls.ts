import type { CallName } from '../../shared/bridge.ts';
import type { Work } from './call.ts';
import { backupCalls } from './calls/backups.ts';
import { computerCalls } from './calls/computer.ts';
import { employeeCalls } from './calls/employees.ts';
import { fileCalls } from './calls/files.ts';
import { ownerCalls } from './calls/owner.ts';
import { settingCalls } from './calls/settings.ts';
import { shopCalls } from './calls/shop.ts';
import { terminalCalls } from './calls/terminals.ts';
import { updateCalls } from './calls/updates.ts';

export const CALLS: { [Name in CallName]: Work<Name> } = {
  ...shopCalls,
  ...ownerCalls,
  ...employeeCalls,
  ...terminalCalls,
  ...settingCalls,
  ...backupCalls,
  ...computerCalls,
  ...fileCalls,
  ...updateCalls,
};
