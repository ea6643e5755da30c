import { ActionIcon, Code, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './copy-line.module.css';

/** A command, an address or a path: to be read, and to be taken along whole. */
export const CopyLine = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.line}>
      <Code className={classes.text}>{text}</Code>
      <CopyButton value={text} timeout={2000}>
        {({ copied, copy }) => (
          <>
            <ActionIcon variant="default" size="md" aria-label={t('copyText', { text })} onClick={copy}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
            <span role="status" className={classes.told}>
              {copied ? t('copied') : ''}
            </span>
          </>
        )}
      </CopyButton>
    </div>
  );
};
