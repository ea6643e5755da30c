import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import { DialogShell } from '../../../ui/dialog-shell.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useTell } from '../../../ui/use-tell.ts';
import { changeProduct, deleteProduct } from '../commands.ts';
import { useStaleCatalog } from '../queries.ts';
import { useOpen } from '../use-search.ts';
import classes from './panel.module.css';

interface KeepingProps {
  product: Product;
  isAsking: boolean;
  onAsking(isAsking: boolean): void;
}

/** Whether it is sold, put away, or gone for good. */
export const Keeping = ({ product, isAsking, onAsking }: KeepingProps) => {
  const { t } = useTranslation('catalog');
  const stale = useStaleCatalog();
  const action = useAction();
  const { id, name, is_archived } = product;
  const turn = () =>
    action.run(async () => {
      await changeProduct(id, { is_archived: !is_archived });
      await stale();
    });
  return (
    <Stack gap="xs" className={classes.section}>
      <Text size="sm" c="dimmed">
        {t(is_archived ? 'keeping.archived' : 'keeping.active')}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          loading={action.isBusy}
          leftSection={
            is_archived ? <IconArchiveOff size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />
          }
          onClick={() => void turn()}
        >
          {t(is_archived ? 'keeping.restore' : 'keeping.archive')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onAsking(true)}
        >
          {t('keeping.delete')}
        </Button>
      </Group>
      <FormFailure failure={action.failure} />
      {isAsking ? <Deletion id={id} name={name} onClose={() => onAsking(false)} /> : null}
    </Stack>
  );
};

const Deletion = ({ id, name, onClose }: { id: number; name: string; onClose(): void }) => {
  const { t } = useTranslation('catalog');
  const stale = useStaleCatalog();
  const tell = useTell();
  const open = useOpen();
  const action = useAction();
  const remove = async (): Promise<void> => {
    await deleteProduct(id);
    tell.done(t('deletion.done', { name }));
    open(undefined, { isSaved: true });
    await stale();
  };
  return (
    <DialogShell title={t('deletion.title', { name })} onClose={onClose}>
      <Stack>
        <Text size="sm">{t('deletion.stays')}</Text>
        <Text size="sm">{t('deletion.instead')}</Text>
        <FormFailure failure={action.failure} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('deletion.keep')}
          </Button>
          <Button color="red.9" loading={action.isBusy} onClick={() => void action.run(remove)}>
            {t('deletion.confirm', { name })}
          </Button>
        </Group>
      </Stack>
    </DialogShell>
  );
};
