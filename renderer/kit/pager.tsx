import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../lib/count.ts';
import { preferencesStore } from '../lib/preferences.ts';
import { Hint } from './act.tsx';

const SIZES = [25, 50, 100, 200];

interface PagerProps {
  count: number;
  page: number;
  pageSize: number;
  onPage(page: number): void;
  /** The pointer or the focus is on the button of that page. */
  onPrefetch?(page: number): void;
}

/** Pages and page size of a list; all lists of this computer share the page size. */
export const Pager = ({ count, page, pageSize, onPage, onPrefetch }: PagerProps) => {
  const { t } = useTranslation();
  const last = Math.max(1, Math.ceil(count / pageSize));
  /** The first row of the page stays on the page. */
  const resize = (size: number): void => {
    preferencesStore.set({ pageSize: size });
    onPage(Math.floor(((page - 1) * pageSize) / size) + 1);
  };
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, count);
  return (
    <Group
      component="nav"
      className="at-foot no-print"
      justify="space-between"
      gap="xs"
      px="xs"
      py={6}
      aria-label={t('pager.label')}
    >
      <Group gap="xs">
        <Hint visibleFrom="xs">{t('pager.size')}</Hint>
        <Select
          size="xs"
          w="5rem"
          aria-label={t('pager.size')}
          data={SIZES.map(String)}
          value={String(pageSize)}
          onChange={(value) => resize(Number(value))}
        />
      </Group>
      <Group gap="xs">
        <Text size="sm" className="figures" role="status">
          {t('pager.range', { from: formatCount(from), to: formatCount(to), total: formatCount(count) })}
        </Text>
        <Turn
          label={t('pager.previous')}
          to={page - 1}
          isThere={page > 1}
          onPage={onPage}
          onPrefetch={onPrefetch}
        >
          <IconChevronLeft size={18} aria-hidden />
        </Turn>
        <Turn
          label={t('pager.next')}
          to={page + 1}
          isThere={page < last}
          onPage={onPage}
          onPrefetch={onPrefetch}
        >
          <IconChevronRight size={18} aria-hidden />
        </Turn>
      </Group>
    </Group>
  );
};

interface TurnProps extends PropsWithChildren<Pick<PagerProps, 'onPage'>> {
  label: string;
  to: number;
  isThere: boolean;
  onPrefetch: PagerProps['onPrefetch'];
}

const Turn = ({ label, to, isThere, onPage, onPrefetch, children }: TurnProps) => {
  const prefetch = (): void => {
    if (isThere) onPrefetch?.(to);
  };
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      disabled={!isThere}
      onClick={() => onPage(to)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      {children}
    </ActionIcon>
  );
};
