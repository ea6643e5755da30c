import { dirname } from 'node:path';
import { presentCopy } from '../../operations/safekeeping.ts';
import { defaultFolder } from '../../safekeeping/backups/list.ts';
import { openCopy, restoreCopy } from '../../safekeeping/copies/restore-copy.ts';
import { NotFoundError } from '../../shop/errors.ts';
import { copiesIn } from '../../store/copies/files.ts';
import { refuseOwner } from '../access.ts';
import type { Handlers } from '../call.ts';

export const copyHandlers: Handlers<'copies'> = {
  'copies.adopt': async ({ host, input, running, guard, log }) => {
    refuseOwner(running.handle.db);
    const { dataDir } = host.config();
    const folder = dirname(input.path);
    guard.requireChosenFolder(folder, defaultFolder(dataDir));
    const copy = copiesIn(folder).find(({ path }) => path === input.path);
    if (!copy) throw new NotFoundError('copy', input.path);
    // Before the service stops: a wrong passphrase must not stop it.
    await openCopy(copy, input.phrase, undefined);
    // The command line may have made the owner meanwhile.
    refuseOwner(running.handle.db);
    const context = { dataDir, openVault: host.openVault, log, now: running.handle.now() };
    const restored = await host.whileRestoring(running.handle, () =>
      restoreCopy(context, copy, input.phrase),
    );
    const { tokens, keychain, computer, isMove } = restored;
    log.info('The shop begins with an encrypted copy.', { copy: copy.path, computer, tokens });
    return { ...presentCopy(copy), computer, tokens, has_keychain: keychain === undefined, is_move: isMove };
  },
};
