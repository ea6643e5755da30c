import type { Handler, WindowCallName } from './call.ts';
import { backupHandlers, copyHandlers } from './calls/backups.ts';
import { computerHandlers, fileHandlers } from './calls/computer.ts';
import { approvalHandlers, pinHandlers } from './calls/people.ts';
import { shopHandlers, updateHandlers } from './calls/shop.ts';

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
