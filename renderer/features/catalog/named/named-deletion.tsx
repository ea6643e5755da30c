import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import type { Page } from '../../../../shared/api/pages.ts';
import { call } from '../../../api/http.ts';
import { search } from '../../../api/queries.ts';
import { formatCount } from '../../../lib/count.ts';
import { DialogShell } from '../../../ui/dialog-shell.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useTell } from '../../../ui/use-tell.ts';
import { deleteNamed } from '../commands.ts';
import { type Named, useStaleCatalog } from '../queries.ts';
import type { Option } from './found.ts';

interface NamedDeletionProps {
  kind: Named;
  one: Option;
  onClose(): void;
}

/** Says what its products lose, which is asked only here: one question to the service, and not one for each row. */
export const NamedDeletion = ({ kind, one: { id, name }, onClose }: NamedDeletionProps) => {
  const { t } = useTranslation('catalog');
  const stale = useStaleCatalog();
  const tell = useTell();
  const action = useAction();
  const { data } = useQuery({
    queryKey: ['products', 'count', kind, id],
    queryFn: ({ signal }) => {
      const params = { [kind === 'categories' ? 'category' : 'unit']: id, page_size: 1 };
      return call<Page<Product>>(`catalog/products/${search(params)}`, { signal });
    },
    staleTime: 0,
  });
  const remove = async (): Promise<void> => {
    await deleteNamed(kind, id);
    tell.done(t('deletion.done', { name }));
    onClose();
    await stale();
  };
  return (
    <DialogShell title={t('deletion.title', { name })} onClose={onClose}>
      <Stack>
        <Text size="sm">
          {data === undefined
            ? t(`named.loses.${kind}`)
            : t(`named.losesCount.${kind}`, { count: data.count, total: formatCount(data.count) })}
        </Text>
        <Text size="sm">{t('named.stays')}</Text>
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
