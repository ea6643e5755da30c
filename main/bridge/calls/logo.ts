import { changeLogo } from '../../shop/logo/logo.ts';
import type { Handlers } from '../call.ts';

export const logoHandlers: Handlers<'logo'> = {
  'logo.change': ({ input, running, log }) => {
    const { db, now } = running.handle;
    const picture = changeLogo(db, input.bytes, now());
    log.info('The logo was changed.', { ...picture });
    return null;
  },
};
