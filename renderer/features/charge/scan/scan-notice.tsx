import { CloseButton, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { barcodeFault, MAX_BARCODE } from '../../../../shared/barcodes.ts';
import { shortened } from '../../../../shared/text.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { createScanned } from '../../../api/mutations.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { FormDialog, useForm } from '../../../kit/form.tsx';
import { MoneyInput } from '../../../kit/money-input.tsx';
import { useFailureText } from '../../../kit/use-failure-text.ts';
import { parsePrice } from '../../../lib/money.ts';
import { useAccount } from '../../../shop/session/account.ts';
import classes from './scan-notice.module.css';
import type { ScanNotice as Notice } from './use-scans.ts';

interface ScanNoticeProps {
  notice: Notice | undefined;
  onClose(): void;
  onAgain(code: string): void;
  onProduct(product: Product): void;
  /** Opens the pad; absent: the caller may not type prices. */
  onByAmount: (() => void) | undefined;
}

/** What became of the last scan. */
export const ScanNotice = ({ notice, onClose, onAgain, onProduct, onByAmount }: ScanNoticeProps) => {
  const { t } = useTranslation('charge');
  const { catalog_read_only: mayNotAdd } = useAccount();
  const [adding, setAdding] = useState<string>();
  const isUnknown = notice?.kind === 'unknown';
  const canAdd = isUnknown && !mayNotAdd && notice.item === '' && barcodeFault(notice.code) === undefined;
  return (
    <>
      <div role="status" className={classes.place}>
        {notice?.kind === 'added' ? (
          // The line itself shows it.
          <VisuallyHidden>
            <NoticeText notice={notice} />
          </VisuallyHidden>
        ) : notice ? (
          <Group className={`tinted ${classes.notice}`} data-tone="working" gap="xs" wrap="nowrap">
            <Text size="sm" flex={1} className="breaks">
              <NoticeText notice={notice} />
              {isUnknown && !canAdd && !onByAmount ? ` ${t('scan.others')}` : null}
            </Text>
            {canAdd ? <Act size="xs" onClick={() => setAdding(notice.code)} text={t('scan.add')} /> : null}
            {isUnknown && onByAmount ? (
              <Act size="xs" onClick={onByAmount} text={t('scan.byAmount')} />
            ) : null}
            {notice.kind === 'failed' ? (
              <Act size="xs" onClick={() => onAgain(notice.code)} text={t('scan.again')} />
            ) : null}
            <CloseButton aria-label={t('close')} onClick={onClose} />
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

interface AddScannedProps {
  code: string;
  onAdded(product: Product): void;
  onClose(): void;
}

/** A new product with the barcode that was scanned, at once in the invoice. */
const AddScanned = ({ code, onAdded, onClose }: AddScannedProps) => {
  const { t } = useTranslation('charge');
  const invalidate = useInvalidate();
  const [name, setName] = useState('');
  const [price, setPrice] = useState('');
  const { minor, fault } = parsePrice(price);
  const form = useForm(name.trim() === '' || minor === undefined, async () => {
    if (minor === undefined) return;
    const product = await createScanned({ name: name.trim(), price: minor }, code).finally(
      () => void invalidate('catalog'),
    );
    onClose();
    onAdded(product);
  });
  return (
    <FormDialog
      title={t('scan.new')}
      form={form}
      gap="sm"
      submit={t('scan.save')}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <Hint className="figures">{t('scan.code', { code })}</Hint>
      <TextInput
        label={t('words.name')}
        data-autofocus
        value={name}
        error={form.isTried && name.trim() === '' ? t('lines.fieldFaults.name') : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MoneyInput
        label={t('lines.price')}
        value={price}
        fault={form.isTried ? fault : undefined}
        onChange={setPrice}
      />
    </FormDialog>
  );
};
