import { Box, Combobox, Flex, Loader, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, memo, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Tile } from '../../../shared/api/product-shop.ts';
import { failureOf } from '../../api/failure.ts';
import { tilesQuery } from '../../api/queries.ts';
import { readNow } from '../../api/read-now.ts';
import { Key } from '../../kit/key.tsx';
import { Money } from '../../kit/money.tsx';
import { useFailureText } from '../../kit/use-failure-text.ts';
import classes from './charge.module.css';
import { bestFirst } from './choices.ts';

/** Longer than between two keystrokes, so that not every letter is a search. */
const PAUSE_MS = 200;
const SHOWN = 20;

const queryOf = (text: string) => tilesQuery({ search: text.trim(), page_size: SHOWN, ordering: 'name' });

/** Searches products while typing; a late answer to an earlier text is never offered. */
const useProducts = (text: string) => {
  const queries = useQueryClient();
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(queryOf(settled));
  const isCurrent = settled === text && data !== undefined && !isPlaceholderData;
  return {
    products: data && !error ? bestFirst(data.results, settled) : [],
    count: data?.count ?? 0,
    /** Whether `products` match the current text. */
    isCurrent,
    isFetching: isFetching || settled !== text,
    error: data && isCurrent ? null : error,
    retry: (): undefined => void refetch(),
    /** The best match for the current text: a scanner sends Enter before a list can be loaded. */
    find: async (): Promise<Tile | undefined> => {
      const page = await readNow(queries, queryOf(text));
      return bestFirst(page.results, text)[0];
    },
  };
};

interface ProductSearchProps {
  entry: RefObject<HTMLInputElement | null>;
  onPick(product: Tile): void;
  /** The sale waits for what is looked up, and is not made without it. */
  waitFor(work: () => Promise<boolean>): void;
}

/** Enter adds the selected product; Enter again adds one more, because the text stays until it is typed over. */
export const ProductSearch = memo(({ entry, onPick, waitFor }: ProductSearchProps) => {
  const { t } = useTranslation('charge');
  const failureText = useFailureText();
  const combobox = useCombobox();
  const [text, setText] = useState('');
  const [isLooking, setLooking] = useState(false);
  const found = useProducts(text);
  /** The text whose product is being looked up. */
  const looking = useRef<string>(undefined);

  const hasText = text.trim() !== '';
  const { selectFirstOption, resetSelectedOption } = combobox;
  // Without a typed text nothing is preselected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list changes
  useEffect(() => {
    if (hasText && found.isCurrent) selectFirstOption();
    else resetSelectedOption();
  }, [hasText, text, found.isCurrent, selectFirstOption, resetSelectedOption]);

  const pick = (product: Tile): void => {
    onPick(product);
    // A late answer takes neither the focus, which a selected text has, nor what has been typed since.
    if (document.activeElement === entry.current && entry.current?.value === text) entry.current.select();
  };

  const showList = useEffectEvent(() => combobox.openDropdown());
  /** Requests the match if the list is missing or belongs to another text; one after another, as they were asked for. */
  const pickBest = (): void => {
    // The same once more, before the answer, is impatience and no second piece.
    if (looking.current === text) return;
    looking.current = text;
    setLooking(true);
    waitFor(async () => {
      const product = await found.find().catch(() => found.retry());
      if (product) pick(product);
      // The list says that there is none, or shows the failure.
      else showList();
      if (looking.current === text) {
        looking.current = undefined;
        setLooking(false);
      }
      return product !== undefined;
    });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) {
      // Ctrl+Enter creates the invoice: Mantine would add the selected product once more.
      resetSelectedOption();
      combobox.closeDropdown();
      return;
    }
    event.preventDefault();
    const isSelected = combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0;
    // On a slow computer the list may be there before its first option is selected: Mantine would add nothing.
    if (found.isCurrent && (isSelected || !hasText)) return;
    resetSelectedOption();
    const [best] = found.isCurrent ? found.products : [];
    if (best) pick(best);
    else if (hasText) pickBest();
  };

  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      width="min(28rem, 86vw)"
      position="bottom-start"
      onOptionSubmit={(id) => {
        const product = found.products.find((each) => String(each.id) === id);
        if (product) pick(product);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={entry}
          data-list-search
          role="combobox"
          aria-autocomplete="list"
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={
            (hasText && found.isFetching) || isLooking ? <Loader size="xs" aria-hidden /> : <Key name="F3" />
          }
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            // A scan that was typed here is taken out again.
            if (event.currentTarget.value === '') combobox.closeDropdown();
            else combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options style={{ overflowY: 'auto' }} aria-label={t('search.found')} mah="min(22rem, 50vh)">
          {found.isCurrent
            ? found.products.map((product) => (
                <Combobox.Option key={product.id} value={String(product.id)} className={classes.option ?? ''}>
                  <ProductOption product={product} />
                </Combobox.Option>
              ))
            : null}
          {found.error ? (
            <Combobox.Empty>{failureText(failureOf(found.error))}</Combobox.Empty>
          ) : found.isCurrent && found.products.length === 0 ? (
            <Combobox.Empty>{t(hasText ? 'search.nothing' : 'search.noCatalog')}</Combobox.Empty>
          ) : null}
          {found.isCurrent || found.error ? null : <Combobox.Empty>{t('search.looking')}</Combobox.Empty>}
          {found.isCurrent && found.count > found.products.length ? (
            <Combobox.Footer fz="xs" c="dimmed">
              {t('search.more', { count: found.count - found.products.length })}
            </Combobox.Footer>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
});

const ProductOption = ({ product }: { product: Tile }) => {
  const { t } = useTranslation('charge');
  const { name, price, article, external_code, unit_name } = product;
  const codes = [article, external_code].filter((code) => code !== '').join(' · ');
  return (
    <Flex component="span" columnGap="md" align="baseline" justify="space-between" wrap="wrap">
      <Stack component="span" className="breaks" gap={0} flex="1 1 9rem" miw={0}>
        {name}
        {codes === '' ? null : (
          <Text span size="xs" c="dimmed">
            {codes}
          </Text>
        )}
      </Stack>
      <Box component="span" flex="none" fw={550}>
        {price === 0 ? t('words.noPrice') : <Money minor={price} />}
        {unit_name === '' ? null : (
          <Text span size="xs" c="dimmed">
            {' '}
            / {unit_name}
          </Text>
        )}
      </Box>
    </Flex>
  );
};
