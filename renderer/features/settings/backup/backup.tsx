import { isDesktop } from '../../../data/bridge.ts';
import { BackupCommands } from './commands.tsx';
import { BackupFolder } from './folder.tsx';
import { BackupList } from './list.tsx';
import { BackupState } from './state.tsx';

/** Whether the shop could be put back, from what, and the way to do it. */
export const Backup = () => (
  <>
    <BackupState />
    {isDesktop ? <BackupList /> : <BackupCommands />}
    <BackupFolder />
  </>
);
