/**
 * The names of the channels between the window and its program. A module of its own, so that the preload does not
 * bundle the schemas of the calls.
 */

/** The page's name for the bridge: `window.kramar`. */
export const BRIDGE_KEY = 'kramar';
export const CALL_CHANNEL = 'kramar:call';
export const EVENT_CHANNEL = 'kramar:event';
