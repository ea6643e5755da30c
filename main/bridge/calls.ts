import type { Handler, WindowCallName } from './call.ts';
import { approvalHandlers } from './calls/approvals.ts';
import { backupHandlers } from './calls/backups.ts';
import { computerHandlers } from './calls/computer.ts';
import { copyHandlers } from './calls/copies.ts';
import { fileHandlers } from './calls/files.ts';
import { pinHandlers } from './calls/pins.ts';
import { shopHandlers } from './calls/shop.ts';
import { updateHandlers } from './calls/updates.ts';

export const handlers: { [Name in WindowCallName]: Handler<Name> } = {
  ...shopHandlers,
  ...pinHandlers,
  ...approvalHandlers,
  ...backupHandlers,
  ...copyHandlers,
  ...computerHandlers,
  ...fileHandlers,
  ...updateHandlers,
};
