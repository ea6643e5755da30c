import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Act } from '../../../kit/act.tsx';
import { ConfirmDialog, Dialog } from '../../../kit/dialog.tsx';
import { formatCount } from '../../../lib/count.ts';
import { NamedSelect } from '../named/named-select.tsx';
import { categoriesQuery, unitsQuery } from '../queries.ts';
import type { BulkAction } from './actions.ts';

interface DialogProps {
  count: number;
  onConfirm(action: BulkAction): void;
  onClose(): void;
}

export const BulkDeletion = ({ count, onConfirm, onClose }: DialogProps) => {
  const { t } = useTranslation('catalog');
  const total = formatCount(count);
  return (
    <ConfirmDialog
      title={t('bulk.deletion.title', { count, total })}
      keep={t('deletion.keep')}
      confirm={t('bulk.deletion.confirm', { count, total })}
      onConfirm={() => onConfirm({ kind: 'delete' })}
      onClose={onClose}
    >
      <Text size="sm">{t('deletion.stays')}</Text>
      <Text size="sm">{t('deletion.instead')}</Text>
    </ConfirmDialog>
  );
};

/** Chooses the category or unit of the products; "none" is allowed. */
export const BulkAssignment = ({
  kind,
  count,
  onConfirm,
  onClose,
}: DialogProps & { kind: 'category' | 'unit' }) => {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation();
  const { data: categories } = useQuery(categoriesQuery);
  const { data: units } = useQuery(unitsQuery);
  const [to, setTo] = useState<{ id: number | null; name: string }>({ id: null, name: '' });
  const options = kind === 'category' ? categories : units;
  const total = formatCount(count);
  return (
    <Dialog title={t(`bulk.placing.${kind}`, { count, total })} onClose={onClose}>
      <Stack>
        <NamedSelect
          kind={kind === 'category' ? 'categories' : 'units'}
          label={t(`fields.${kind}`)}
          options={options}
          value={to.id}
          onChange={(id, name) => setTo({ id, name })}
        />
        <Group justify="flex-end">
          <Act onClick={onClose} text={common('cancel')} />
          <Act
            tone="main"
            onClick={() => onConfirm({ kind, to: to.id })}
            text={
              to.id === null
                ? t('bulk.placing.none', { count, total })
                : t('bulk.placing.confirm', { count, total, name: to.name })
            }
          />
        </Group>
      </Stack>
    </Dialog>
  );
};
