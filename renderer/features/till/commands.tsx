import { Stack, Text } from '@mantine/core';
import { CopyLine } from '../../shop/copy-button.tsx';

interface CommandsProps {
  /** Says who runs the commands, and where. */
  text: string;
  commands: readonly string[];
}

/** Shows commands of the owner's command line, for what a browser cannot do. */
export const Commands = ({ text, commands }: CommandsProps) => (
  <Stack gap="xs">
    <Text size="sm">{text}</Text>
    {commands.map((command) => (
      <CopyLine key={command} text={command} />
    ))}
  </Stack>
);
