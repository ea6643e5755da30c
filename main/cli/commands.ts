import { employeeAdd, employeeList, employeeSet, ownerCreate, ownerPassword } from './accounts.ts';
import { backupCreate, backupList, backupRestore, backupVerify } from './backups.ts';
import type { Run } from './command.ts';
import { copyCreate, copyList, copyOff, copyOn, copyVerify, shopMove, shopStay } from './copies.ts';
import { dataExport, dataImport } from './data.ts';
import { databaseRebuild, databaseStartAnew, databaseVerify } from './database.ts';
import { doctor } from './doctor.ts';
import { exportMonth } from './exports.ts';
import { keyAdd, keyList, keyRevoke, keyRotate, keySet } from './keys.ts';
import { logoRemove, logoSet } from './logo.ts';
import { settingList, settingSet } from './settings.ts';
import type { CommandName } from './signatures.ts';
import { terminalAdd, terminalList, terminalToken } from './terminals.ts';
import {
  webhookAdd,
  webhookDeliveries,
  webhookList,
  webhookRemove,
  webhookRotate,
  webhookTest,
} from './webhooks.ts';

export const commands: Record<CommandName, Run> = {
  'owner create': ownerCreate,
  'owner password': ownerPassword,
  'employee add': employeeAdd,
  'employee set': employeeSet,
  'employee list': employeeList,
  'key add': keyAdd,
  'key set': keySet,
  'key rotate': keyRotate,
  'key revoke': keyRevoke,
  'key list': keyList,
  'webhook add': webhookAdd,
  'webhook list': webhookList,
  'webhook test': webhookTest,
  'webhook rotate': webhookRotate,
  'webhook remove': webhookRemove,
  'webhook deliveries': webhookDeliveries,
  'terminal add': terminalAdd,
  'terminal token': terminalToken,
  'terminal list': terminalList,
  'setting list': settingList,
  'setting set': settingSet,
  'logo set': logoSet,
  'logo remove': logoRemove,
  'export month': exportMonth,
  'backup create': backupCreate,
  'backup list': backupList,
  'backup verify': backupVerify,
  'backup restore': backupRestore,
  'copy on': copyOn,
  'copy off': copyOff,
  'copy create': copyCreate,
  'copy list': copyList,
  'copy verify': copyVerify,
  'shop move': shopMove,
  'shop stay': shopStay,
  'data export': dataExport,
  'data import': dataImport,
  'database start-anew': databaseStartAnew,
  'database verify': databaseVerify,
  'database rebuild': databaseRebuild,
  doctor,
};
