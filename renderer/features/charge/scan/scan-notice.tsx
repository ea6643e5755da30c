import { CloseButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { barcodeFault, MAX_BARCODE } from '../../../../shared/barcodes.ts';
import { shortened } from '../../../../shared/text.ts';
import { Act } from '../../../kit/act.tsx';
import { useFailureText } from '../../../kit/use-failure-text.ts';
import { useAccount } from '../../../shop/session/account.ts';
import { AddScanned } from './add-scanned.tsx';
import classes from './scan-notice.module.css';
import type { ScanNotice as Notice } from './use-scans.ts';

interface ScanNoticeProps {
  notice: Notice | undefined;
  onClose(): void;
  onAgain(code: string): void;
  onProduct(product: Product): void;
}

/** What became of the last scan. */
export const ScanNotice = ({ notice, onClose, onAgain, onProduct }: ScanNoticeProps) => {
  const { t } = useTranslation('charge');
  const { t: common } = useTranslation();
  const { catalog_read_only: mayNotAdd } = useAccount();
  const [adding, setAdding] = useState<string>();
  const isGood = notice?.kind === 'added';
  return (
    <>
      <div role="status" className={classes.place}>
        {notice ? (
          <Group
            className={classes.notice ?? ''}
            data-tone={isGood ? 'paid' : 'working'}
            gap="xs"
            wrap="nowrap"
          >
            <Text size="sm" flex={1} className={classes.text ?? ''}>
              <NoticeText notice={notice} />
            </Text>
            {notice.kind === 'unknown' &&
            notice.item === '' &&
            !mayNotAdd &&
            barcodeFault(notice.code) === undefined ? (
              <Act size="xs" onClick={() => setAdding(notice.code)} text={t('scan.add')} />
            ) : null}
            {notice.kind === 'failed' ? (
              <Act size="xs" onClick={() => onAgain(notice.code)} text={t('scan.again')} />
            ) : null}
            <CloseButton aria-label={common('close')} onClick={onClose} />
          </Group>
        ) : null}
      </div>
      {adding === undefined ? null : (
        <AddScanned
          code={adding}
          onAdded={(product) => {
            onClose();
            onProduct(product);
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </>
  );
};

const NoticeText = ({ notice }: { notice: Notice }) => {
  const { t } = useTranslation('charge');
  const failureText = useFailureText();
  switch (notice.kind) {
    case 'added':
      return t('scan.added', { name: notice.name });
    case 'unknown':
      if (notice.item !== '') return t('scan.unknownItem', { item: notice.item, code: notice.code });
      return t(barcodeFault(notice.code) === 'check_digit' ? 'scan.misread' : 'scan.unknown', {
        code: shortened(notice.code, MAX_BARCODE),
      });
    case 'failed':
      return `${t('scan.failed', { code: notice.code })} ${failureText(notice.failure)}`;
    default:
      return t(`scan.${notice.kind}`);
  }
};
