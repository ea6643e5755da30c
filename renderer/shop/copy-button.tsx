import {
  ActionIcon,
  Button,
  type ButtonProps,
  Code,
  CopyButton as Copying,
  Flex,
  Text,
  Tooltip,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { systemQuery } from '../api/queries.ts';
import { consoleOfFirstRun, wholeCommand } from '../lib/console.ts';

/** How long "copied" is shown. */
const SHOWN_MS = 2000;

const CopySign = ({ isCopied, size }: { isCopied: boolean; size: number }) =>
  isCopied ? <IconCheck size={size} aria-hidden /> : <IconCopy size={size} aria-hidden />;

interface CopyButtonProps extends Omit<ButtonProps, 'children'> {
  value: string;
  iconSize?: number;
  children(isCopied: boolean): ReactNode;
  'aria-label'?: string | undefined;
}

/** A button that copies and confirms it. */
export const CopyButton = ({ value, iconSize = 16, children, ...button }: CopyButtonProps) => (
  <Copying value={value} timeout={SHOWN_MS}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        {...button}
        leftSection={<CopySign isCopied={copied} size={iconSize} />}
        onClick={copy}
      >
        {children(copied)}
      </Button>
    )}
  </Copying>
);

interface CopyIconProps {
  value: string;
  /** Name of the copied text, for screen readers. */
  label: string;
  copiedLabel?: string;
  /** Shows the label at the left instead of the browser's own hint. */
  hasTooltip?: boolean;
  className?: string | undefined;
}

export const CopyIcon = ({ value, label, copiedLabel, hasTooltip = false, className }: CopyIconProps) => {
  const { t } = useTranslation();
  return (
    <Copying value={value}>
      {({ copied, copy }) => {
        const text = copied ? (copiedLabel ?? t('copied')) : label;
        const icon = (
          <ActionIcon
            variant="subtle"
            color="gray"
            className={className ?? ''}
            size={hasTooltip ? 'sm' : 'md'}
            aria-label={text}
            title={hasTooltip ? undefined : text}
            onClick={copy}
          >
            <CopySign isCopied={copied} size={16} />
          </ActionIcon>
        );
        return hasTooltip ? (
          <Tooltip label={text} position="left">
            {icon}
          </Tooltip>
        ) : (
          icon
        );
      }}
    </Copying>
  );
};

/** A command, an address or a path with a copy button; a command is made whole. */
export const CopyLine = ({ text: given }: { text: string }) => {
  const { t } = useTranslation();
  const text = useWholeCommand()(given);
  return (
    <Flex align="center" gap="xs" miw={0}>
      <Code className="breaks" flex="0 1 auto" miw={0} py={5} px={8} fz="sm" lh={1.4}>
        {text}
      </Code>
      <Copying value={text} timeout={SHOWN_MS}>
        {({ copied, copy }) => (
          <>
            <ActionIcon variant="default" size="md" aria-label={t('copyText', { text })} onClick={copy}>
              <CopySign isCopied={copied} size={16} />
            </ActionIcon>
            <Text
              span
              className="one-line"
              size="sm"
              c="dimmed"
              role="status"
              {...(!copied && { pos: 'absolute' })}
            >
              {copied ? t('copied') : ''}
            </Text>
          </>
        )}
      </Copying>
    </Flex>
  );
};

/** Makes a command whole: with it as it stands, the owner reaches this very shop. */
const useWholeCommand = (): ((command: string) => string) => {
  // Not asked for here: the frame has it, and the first run shows commands before anyone signs in.
  const { data } = useQuery({ ...systemQuery, enabled: false });
  const start = data?.console ?? consoleOfFirstRun();
  return (command) => wholeCommand(command, start);
};
