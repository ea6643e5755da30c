/** The owner's command; it prompts for the token, so the token never passes through this page. */
export const tokenCommand = (terminal: number): string => `npm run admin -- terminal token ${terminal}`;

export const ADD_COMMAND = 'npm run admin -- terminal add --name Каса';
