import { Button } from '@mantine/core';
import { IconExternalLink, IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './waiting.module.css';

/** The payment page for a customer who is not at the counter. */
export const PageLink = ({ url, amount }: { url: string; amount: number }) => {
  const { t } = useTranslation('charge');
  const share = (): void => {
    // Whoever closes the system's sheet has changed their mind: nothing went wrong.
    navigator
      .share({ url, text: t('waiting.shareText', { amount: formatAmount(amount) }) })
      .catch(() => undefined);
  };
  return (
    <div className={classes.links}>
      <CopyButton value={url} iconSize={18}>
        {(isCopied) => <span aria-live="polite">{t(isCopied ? 'waiting.copied' : 'waiting.copy')}</span>}
      </CopyButton>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<IconExternalLink size={18} aria-hidden />}
      >
        {t('waiting.open')}
      </Button>
      {'share' in navigator ? (
        <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={share}>
          {t('waiting.share')}
        </Button>
      ) : null}
    </div>
  );
};
