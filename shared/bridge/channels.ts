/**
 * The names of the channels between the window and its program. A module of its own, so that the preload does not
 * bundle the schemas of the calls.
 */

/** The page's name for the bridge: `window.kramar`. */
export const BRIDGE_KEY = 'kramar';
export const CALL_CHANNEL = 'kramar:call';
export const EVENT_CHANNEL = 'kramar:event';

/** The paths of the owner's browser tab, outside the interface. */
export const TAB_PATH = '/tab/';
/** Carries the secret of the tab. */
export const TAB_HEADER = 'X-Kramar-Tab';
