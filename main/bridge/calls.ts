import type { CallName } from '../../shared/bridge/bridge.ts';
import type { Handler } from './call.ts';
import { backupHandlers } from './calls/backups.ts';
import { computerHandlers } from './calls/computer.ts';
import { copyHandlers } from './calls/copies.ts';
import { employeeHandlers } from './calls/employees.ts';
import { fileHandlers } from './calls/files.ts';
import { keyHandlers } from './calls/keys.ts';
import { ownerHandlers } from './calls/owner.ts';
import { pinHandlers } from './calls/pins.ts';
import { refundHandlers } from './calls/refunds.ts';
import { settingHandlers } from './calls/settings.ts';
import { shopHandlers } from './calls/shop.ts';
import { terminalHandlers } from './calls/terminals.ts';
import { updateHandlers } from './calls/updates.ts';
import { webhookHandlers } from './calls/webhooks.ts';

export const handlers: { [Name in CallName]: Handler<Name> } = {
  ...shopHandlers,
  ...ownerHandlers,
  ...employeeHandlers,
  ...pinHandlers,
  ...refundHandlers,
  ...keyHandlers,
  ...webhookHandlers,
  ...terminalHandlers,
  ...settingHandlers,
  ...backupHandlers,
  ...copyHandlers,
  ...computerHandlers,
  ...fileHandlers,
  ...updateHandlers,
};
