import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Product } from '../../../../shared/api/catalog.ts';
import type { Page } from '../../../../shared/api/pages.ts';
import { call } from '../../../data/http.ts';
import { keys } from '../../../data/keys.ts';
import { search } from '../../../data/queries.ts';
import { formatCount } from '../../../lib/count.ts';
import { deleteNamed } from '../commands.ts';
import { Deletion } from '../deletion.tsx';
import type { Named } from '../queries.ts';
import type { Option } from './found.ts';

interface NamedDeletionProps {
  kind: Named;
  one: Option;
  onClose(): void;
}

/** Says what its products lose, which is asked only here: one question to the service, and not one for each row. */
export const NamedDeletion = ({ kind, one: { id, name }, onClose }: NamedDeletionProps) => {
  const { t } = useTranslation('catalog');
  const { data } = useQuery({
    queryKey: keys.productCount(kind, id),
    queryFn: ({ signal }) => {
      const params = { [kind === 'categories' ? 'category' : 'unit']: id, page_size: 1 };
      return call<Page<Product>>(`catalog/products/${search(params)}`, { signal });
    },
    staleTime: 0,
  });
  return (
    <Deletion name={name} remove={() => deleteNamed(kind, id)} onDone={onClose} onClose={onClose}>
      <Text size="sm">
        {data === undefined
          ? t(`named.loses.${kind}`)
          : t(`named.losesCount.${kind}`, { count: data.count, total: formatCount(data.count) })}
      </Text>
      <Text size="sm">{t('named.stays')}</Text>
    </Deletion>
  );
};
