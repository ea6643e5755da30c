/** What the owner types in the program's folder; the token itself is asked for there, and never passes through here. */
export const tokenCommand = (terminal: number): string => `npm run admin -- terminal token ${terminal}`;

export const ADD_COMMAND = 'npm run admin -- terminal add --name Каса';
