/**
 * What the window can do and the owner's browser tab cannot, by the beginning of the call. A module of its own, so that the
 * page does not load the schemas of the calls.
 */
const ONLY_IN_WINDOW =
  /^(?:approvals|computer|customer_screen|file|folder|outside|page|pin|service|update)\.|^(?:backups\.(?:choose|adopt)|copies\.adopt|printers\.list|shop\.switch)$/;

export const isPossibleInTab = (name: string): boolean => !ONLY_IN_WINDOW.test(name);
