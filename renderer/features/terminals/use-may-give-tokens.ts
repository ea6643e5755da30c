import { isDesktop } from '../../api/bridge.ts';
import { useAccount } from '../../app/use-account.ts';

/** A bank token goes in by the program's own window alone, and by the owner's hand. */
export const useMayGiveTokens = (): boolean => useAccount().is_owner && isDesktop;
