/**
 * What the window can do and the owner's browser tab cannot, by the first word of the call. A module of its own, so that the
 * page does not load the schemas of the calls.
 */
const ONLY_IN_WINDOW =
  /^(?:backups|computer|copies|customer_screen|data|file|folder|logo|logs|outside|page|pin|printers|refunds|service|update)\.|^shop\.(?:switch|move|stay)$/;

export const isPossibleInTab = (name: string): boolean => !ONLY_IN_WINDOW.test(name);
