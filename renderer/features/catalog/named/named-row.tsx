import { ActionIcon, Flex, Group, Table, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/client.ts';
import { Act } from '../../../kit/act.tsx';
import { moveRowFocus } from '../../../kit/row-focus.ts';
import { TextLink } from '../../../kit/text-link.tsx';
import { formatCount } from '../../../lib/count.ts';
import { useCanWriteCatalog } from '../../../shop/session/account.ts';
import { Deletion, deleteNamed } from '../deletion.tsx';
import type { Named } from '../queries.ts';
import type { Option } from './match-options.ts';
import { useNamedForm } from './use-named-form.ts';

interface NamedRowProps {
  kind: Named;
  one: Option;
  isEditing: boolean;
  onEdit(): void;
  onEnd(): void;
  onDirty(isDirty: boolean): void;
}

export const NamedRow = ({ isEditing, ...props }: NamedRowProps) => {
  const wasEditing = useRef(isEditing);
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('[data-row]')?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return <Table.Tr ref={row}>{isEditing ? <Editing {...props} /> : <Shown {...props} />}</Table.Tr>;
};

const Shown = ({ kind, one, onEdit }: Omit<NamedRowProps, 'isEditing'>) => {
  const { t } = useTranslation('catalog');
  const [isConfirming, setIsConfirming] = useState(false);
  const canWrite = useCanWriteCatalog();
  const { id, name, short_name } = one;
  return (
    <>
      <Table.Td>
        {canWrite ? (
          <UnstyledButton
            className="in-place breaks"
            ms={-6}
            fw={550}
            data-row
            aria-label={t('named.edit', { name })}
            title={t('named.edit', { name })}
            onClick={onEdit}
            onKeyDown={moveRowFocus}
          >
            {name}
          </UnstyledButton>
        ) : (
          name
        )}
      </Table.Td>
      {kind === 'units' ? <Table.Td w="11rem">{short_name}</Table.Td> : null}
      <Table.Td w="14rem" ta="end">
        <Flex component="span" display="inline-flex" gap={4} align="center" justify="flex-end">
          <TextLink
            size="sm"
            to="/catalog/$part"
            params={{ part: 'products' }}
            search={{ [kind === 'categories' ? 'category' : 'unit']: id, kept: 'all' }}
            aria-label={t('named.productsOf', { name })}
          >
            {t('words.products')}
          </TextLink>
          {canWrite ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('words.deleteNamed', { name })}
              title={t('words.deleteNamed', { name })}
              onClick={() => setIsConfirming(true)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          ) : null}
        </Flex>
        {isConfirming ? <NamedDeletion kind={kind} one={one} onClose={() => setIsConfirming(false)} /> : null}
      </Table.Td>
    </>
  );
};

const Editing = ({ kind, one, onEnd, onDirty }: Omit<NamedRowProps, 'isEditing' | 'onEdit'>) => {
  const { t } = useTranslation('catalog');
  const { field, error, isBusy, submit } = useNamedForm({ kind, one, onDirty, onDone: onEnd });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onEnd();
  };
  return (
    <Table.Td colSpan={kind === 'units' ? 3 : 2}>
      <form onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <Group gap={6} align="flex-start">
          <TextInput
            autoFocus
            size="xs"
            flex="1 1 12rem"
            aria-label={t('words.name')}
            error={error}
            onFocus={(event) => event.currentTarget.select()}
            {...field('name')}
          />
          {kind === 'units' ? (
            <TextInput
              size="xs"
              aria-label={t('named.short')}
              placeholder={t('named.short')}
              {...field('short_name')}
            />
          ) : null}
          <Act size="xs" onClick={onEnd} text={t('cancel')} />
          <Act tone="main" size="xs" type="submit" loading={isBusy} text={t('save')} />
        </Group>
      </form>
    </Table.Td>
  );
};

interface NamedDeletionProps {
  kind: Named;
  one: Option;
  onClose(): void;
}

/** Says what its products lose; the count is requested only when the dialog opens. */
const NamedDeletion = ({ kind, one: { id, name }, onClose }: NamedDeletionProps) => {
  const { t } = useTranslation('catalog');
  const { data } = useQuery({
    ...read('catalog/products/', { [kind === 'categories' ? 'category' : 'unit']: id, page_size: 1 }),
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
