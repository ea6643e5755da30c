import { Flex, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Category } from '../../../../shared/api/catalog.ts';
import type { Tile } from '../../../../shared/api/product-shop.ts';
import { formatAmount, QUANTITY_SCALE } from '../../../../shared/money.ts';
import { tabsQuery, tilesQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { formatScaled, readScaled } from '../../../lib/decimals.ts';
import { tileStyle } from '../../../shop/tile-colors.ts';
import type { Line } from '../form.ts';
import { nextTile } from './next-tile.ts';
import classes from './tiles.module.css';

/** Tiles of one portion: more than a hand reaches without scrolling. */
const PORTION = 60;

interface TilesProps {
  lines: readonly Line[];
  onPick(product: Tile): void;
}

/** The products that are sold, by category, to be added by a touch. Nothing where the catalog has none. */
export const Tiles = ({ lines, onPick }: TilesProps) => {
  const { t } = useTranslation('charge');
  const { data: categories } = useQuery(tabsQuery);
  const { data: favorites } = useQuery(tilesQuery({ is_favorite: true, page_size: 1 }));
  const [chosen, setChosen] = useState<string>();
  const panel = useId();
  if (!categories || !favorites) return null;
  const tab = chosen ?? (favorites.count > 0 ? 'favorites' : 'all');
  return (
    <Flex direction="column" gap="xs" miw={0}>
      <TabRow
        tab={tab}
        categories={categories}
        hasFavorites={favorites.count > 0}
        panel={panel}
        onChange={setChosen}
      />
      <div id={panel} role="tabpanel" aria-label={t('tiles.label')} className={classes.panel}>
        <TileGrid key={tab} tab={tab} lines={lines} onPick={onPick} />
      </div>
    </Flex>
  );
};

interface TabRowProps {
  /** The chosen one. */
  tab: string;
  categories: readonly Category[];
  hasFavorites: boolean;
  /** The id of the panel. */
  panel: string;
  onChange(tab: string): void;
}

/** One stop of the Tab key; the arrows choose. */
const TabRow = memo(({ tab, categories, hasFavorites, panel, onChange }: TabRowProps) => {
  const { t } = useTranslation('charge');
  const tabs = [
    ...(hasFavorites ? [{ value: 'favorites', name: t('tiles.favorites') }] : []),
    { value: 'all', name: t('tiles.all') },
    ...categories.map(({ id, name }) => ({ value: String(id), name })),
  ];
  const row = useRef<HTMLDivElement>(null);
  const current = tabs.findIndex(({ value }) => value === tab);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextTile(event.key, current, { columns: tabs.length, count: tabs.length });
    const chosen = next === undefined ? undefined : tabs[next];
    if (next === undefined || !chosen) return;
    event.preventDefault();
    onChange(chosen.value);
    row.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={row}
      role="tablist"
      tabIndex={-1}
      aria-label={t('tiles.tabs')}
      className={classes.tabs}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          role="tab"
          aria-selected={value === tab}
          aria-controls={value === tab ? panel : undefined}
          tabIndex={value === tab ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(value)}
        >
          {value === 'favorites' ? <IconStarFilled size={14} aria-hidden /> : null}
          {name}
        </button>
      ))}
    </div>
  );
});

const paramsOf = (tab: string) => {
  if (tab === 'favorites') return { is_favorite: true };
  return tab === 'all' ? {} : { category: Number(tab) };
};

const TileGrid = ({ tab, lines, onPick }: TilesProps & { tab: string }) => {
  const { t } = useTranslation('charge');
  const [shown, setShown] = useState(PORTION);
  const { data } = useQuery(tilesQuery({ ...paramsOf(tab), page_size: shown, ordering: 'name' }));
  const grid = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState(0);
  const pick = useCallback(
    (tile: Tile, at: number): void => {
      setFocused(at);
      onPick(tile);
    },
    [onPick],
  );
  if (!data) return null;
  const { results: tiles, count } = data;
  const current = Math.min(focused, tiles.length - 1);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])];
    const columns = buttons.filter(({ offsetTop }) => offsetTop === buttons[0]?.offsetTop).length;
    const next = nextTile(event.key, current, { columns, count: buttons.length });
    if (next === undefined) return;
    event.preventDefault();
    setFocused(next);
    buttons[next]?.focus();
  };
  if (tiles.length === 0) return <Hint py="sm">{t('tiles.none')}</Hint>;
  return (
    <>
      <ul ref={grid} className={classes.grid} onKeyDown={onKeyDown} aria-label={t('tiles.label')}>
        {tiles.map((tile, at) => (
          <li key={tile.id}>
            <TileButton
              tile={tile}
              count={countOf(lines, tile.id)}
              at={at}
              isTabStop={at === current}
              onPick={pick}
            />
          </li>
        ))}
      </ul>
      {count > tiles.length && shown < 500 ? (
        <Act
          tone="quiet"
          size="xs"
          onClick={() => setShown(Math.min(500, shown + 2 * PORTION))}
          text={t('tiles.more', { count: count - tiles.length })}
        />
      ) : null}
    </>
  );
};

/** How many of the product are in the invoice, as text; "": none. */
const countOf = (lines: readonly Line[], product: number): string => {
  const quantities = lines.flatMap((line) =>
    line.product === product ? (readScaled(line.quantity, QUANTITY_SCALE) ?? []) : [],
  );
  const sum = quantities.reduce((total, quantity) => total + quantity, 0);
  return sum === 0 ? '' : formatScaled(sum, QUANTITY_SCALE);
};

interface TileButtonProps {
  tile: Tile;
  count: string;
  /** Its position. */
  at: number;
  isTabStop: boolean;
  onPick(tile: Tile, at: number): void;
}

const TileButton = memo(({ tile, count, at, isTabStop, onPick }: TileButtonProps) => {
  const { t } = useTranslation('charge');
  const { name, price, tile_color } = tile;
  const priceText = price === 0 ? t('search.noPrice') : formatAmount(price);
  return (
    <UnstyledButton
      className={classes.tile ?? ''}
      style={tileStyle(tile_color)}
      tabIndex={isTabStop ? 0 : -1}
      title={name}
      onClick={() => onPick(tile, at)}
    >
      <span className={classes.letter} aria-hidden>
        {/[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase()}
      </span>
      <span className={classes.name}>{name}</span>
      <span className={`figures ${classes.price}`}>{priceText}</span>
      {count === '' ? null : (
        <>
          <span className={`figures ${classes.count}`} aria-hidden>
            {count}
          </span>
          <VisuallyHidden>{t('tiles.counted', { count })}</VisuallyHidden>
        </>
      )}
    </UnstyledButton>
  );
});
