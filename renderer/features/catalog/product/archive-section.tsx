import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { useInvalidate } from '../../../api/keys.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { FailureCallout } from '../../../kit/callout.tsx';
import { useOpenRecord } from '../../../kit/record-panel.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { changeProduct, deleteProduct } from '../commands.ts';
import { Deletion } from '../deletion.tsx';
import classes from './panel.module.css';

interface ArchiveSectionProps {
  product: Product;
  isConfirming: boolean;
  onConfirming(isConfirming: boolean): void;
}

/** Archives, restores or deletes a product. */
export const ArchiveSection = ({ product, isConfirming, onConfirming }: ArchiveSectionProps) => {
  const { t } = useTranslation('catalog');
  const invalidate = useInvalidate();
  const action = useAction();
  const { id, name, is_archived } = product;
  const turn = () =>
    action.run(async () => {
      await changeProduct(id, { is_archived: !is_archived });
      await invalidate('catalog');
    });
  return (
    <Stack gap="xs" className={classes.section}>
      <Hint>{t(is_archived ? 'keeping.archived' : 'keeping.active')}</Hint>
      <Group gap="xs">
        <Act
          size="xs"
          loading={action.isBusy}
          leftSection={
            is_archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
          }
          onClick={() => void turn()}
          text={t(is_archived ? 'keeping.restore' : 'keeping.archive')}
        />
        <Button
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onConfirming(true)}
        >
          {t('keeping.delete')}
        </Button>
      </Group>
      <FailureCallout failure={action.failure} />
      {isConfirming ? <ProductDeletion id={id} name={name} onClose={() => onConfirming(false)} /> : null}
    </Stack>
  );
};

interface ProductDeletionProps {
  id: number;
  name: string;
  onClose(): void;
}

const ProductDeletion = ({ id, name, onClose }: ProductDeletionProps) => {
  const { t } = useTranslation('catalog');
  const open = useOpenRecord();
  const onDone = (): void => open(undefined, { isSaved: true });
  return (
    <Deletion name={name} remove={() => deleteProduct(id)} onDone={onDone} onClose={onClose}>
      <Text size="sm">{t('deletion.stays')}</Text>
      <Text size="sm">{t('deletion.instead')}</Text>
    </Deletion>
  );
};
