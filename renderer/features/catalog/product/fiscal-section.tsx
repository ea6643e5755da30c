import { Stack } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { changeProductFiscal } from '../../../api/mutations.ts';
import { putData } from '../../../api/put-data.ts';
import { productFiscalQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { useToast } from '../../../kit/use-toast.ts';
import { FiscalForm } from '../../../shop/fiscal-form.tsx';
import classes from './panel.module.css';

interface FiscalSectionProps {
  product: Product;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}

/** What the fiscal receipt says of a product; only a shop with a fiscal register needs it, so it is apart. */
export const FiscalSection = ({ product, isOpen, onOpen }: FiscalSectionProps) => {
  const { t } = useTranslation('fiscal');
  return (
    <Stack gap="xs" className={classes.section}>
      <Hint>{t('product.about')}</Hint>
      <div>
        <Act icon={IconReceipt2} size="xs" onClick={() => onOpen(true)} text={t('product.open')} />
      </div>
      {isOpen ? <ProductFiscalDialog product={product} onClose={() => onOpen(false)} /> : null}
    </Stack>
  );
};

const ProductFiscalDialog = ({ product, onClose }: { product: Product; onClose(): void }) => {
  const { t } = useTranslation('fiscal');
  const { t: common } = useTranslation();
  const toast = useToast();
  const queries = useQueryClient();
  const query = productFiscalQuery(product.id);
  return (
    <Dialog title={t('product.title', { name: product.name })} closeOnClickOutside={false} onClose={onClose}>
      <QueryView query={useQuery(query)} rows={4} height={60}>
        {(stored) => (
          <FiscalForm
            stored={stored}
            text={t('product.text')}
            save={async (fields) => {
              putData(queries, query.queryKey, await changeProductFiscal(product.id, fields));
              toast.success(common('saved'));
            }}
            onClose={onClose}
          />
        )}
      </QueryView>
    </Dialog>
  );
};
