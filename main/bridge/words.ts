const COMMANDS = /(?: with)?: (?:backup list|backup create|setting set backup_folder|doctor)\b/g;

/** The domain names the console's commands after a colon; in a window there are places for that, and no commands. */
export const withoutCommands = (text: string): string => text.replaceAll(COMMANDS, '');
