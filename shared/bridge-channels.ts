/**
 * The names by which the window and its program find each other. By themselves, for the preload is to carry these and
 * not the schemas of shared/bridge.ts.
 */

/** Under which name the page has the bridge: `window.kramar`. */
export const BRIDGE_KEY = 'kramar';
export const CALL_CHANNEL = 'kramar:call';
export const EVENT_CHANNEL = 'kramar:event';
