import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile } from '../platform/data-folder.ts';
import { OwnerError } from '../platform/owner-error.ts';

/** The folder that the owner chose after the usual one was gone. */

const isEmpty = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
};

/** A shop is not to be strewn among somebody's documents: beside other files it gets a folder of its own. */
export const shopFolderIn = (chosen: string): string =>
  existsSync(databaseFile(chosen)) || isEmpty(chosen) ? chosen : join(chosen, 'Kramar');

/**
 * A shop has been there, so its folder is not made anew: on a mount point whose drive is gone an empty shop would take
 * the place of the real one.
 * @throws OwnerError DATA_FOLDER_GONE
 */
export const refuseVanished = (folder: string): void => {
  if (existsSync(databaseFile(folder))) return;
  throw new OwnerError(
    'DATA_FOLDER_GONE',
    `The shop's data is not in ${folder} any more. Nothing was changed. Plug in the drive that it is on, or choose the folder where it is now.`,
  );
};
