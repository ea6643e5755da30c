import { Code, type CodeProps, CopyButton, Flex, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { computerQuery } from '../../api/program-queries.ts';
import { Act } from '../../kit/act.tsx';
import classes from './till.module.css';

interface CopyBlockProps {
  text: string;
  /** Name of the copied text, for screen readers. */
  label: string;
}

/** Long addresses and keys wrap, so that the full text is visible. */
export const LongCode = (props: CodeProps & { tabIndex?: number }) => (
  <Code block className={classes.command} {...props} />
);

/** A command of several lines with a copy button. */
export const CopyBlock = ({ text, label }: CopyBlockProps) => (
  <Flex direction="column" gap={6} align="flex-start" miw={0}>
    <LongCode>{text}</LongCode>
    <CopyText text={text} label={label} />
  </Flex>
);

/** @param label what is copied; shown where `isShown` */
export const CopyText = ({ text, label, isShown = false }: CopyBlockProps & { isShown?: boolean }) => {
  const { t } = useTranslation('till');
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <div>
          <Act
            size="compact-sm"
            aria-label={isShown ? undefined : label}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
            text={isShown ? label : t('copy')}
          />
          <Text span size="sm" c="dimmed" ms={8} role="status">
            {copied ? t('copied') : ''}
          </Text>
        </div>
      )}
    </CopyButton>
  );
};

/** The service that serves this page. */
const HERE = new URL('/api/v1/', location.origin).href;

/** The interface's base address for till apps. */
export const useBaseUrl = (): string => {
  const { data: computer } = useQuery(computerQuery);
  return computer?.base_url ?? HERE;
};
