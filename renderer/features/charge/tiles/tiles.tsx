import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, memo, useCallback, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Category } from '../../../../shared/api/catalog.ts';
import type { Tile } from '../../../../shared/api/product-shop.ts';
import { formatAmount, QUANTITY_SCALE } from '../../../../shared/money.ts';
import { tabsQuery, tilesQuery } from '../../../api/queries.ts';
import { Hint } from '../../../kit/act.tsx';
import { formatScaled, readScaled } from '../../../lib/decimals.ts';
import { tileStyle } from '../../../shop/tile-colors.ts';
import type { Line } from '../form.ts';
import { nextTile } from './next-tile.ts';
import classes from './tiles.module.css';

/** Tiles of one portion: more than a hand reaches without scrolling. */
const PORTION = 60;

/** Placeholders fill the largest screen while the products are read. */
const PLACEHOLDERS = Array.from({ length: 63 }, (_, at) => at);

/** The tabs and which of them is chosen; favourites first, where there are any. */
export const useTab = (): TabRowProps => {
  const { data: categories } = useQuery(tabsQuery);
  const { data: favorites } = useQuery(tilesQuery({ is_favorite: true, page_size: 1 }));
  const [chosen, setChosen] = useState<string>();
  const hasFavorites = (favorites?.count ?? 0) > 0;
  return {
    tab: chosen ?? (favorites === undefined || hasFavorites ? 'favorites' : 'all'),
    // Both at once: a tab that comes later would move the others.
    categories: favorites && categories,
    hasFavorites,
    panel: useId(),
    onChange: setChosen,
  };
};

interface TabRowProps {
  /** The chosen one. */
  tab: string;
  /** undefined: not read yet. */
  categories: readonly Category[] | undefined;
  hasFavorites: boolean;
  /** The id of the panel. */
  panel: string;
  onChange(tab: string): void;
}

/** One stop of the Tab key; the arrows choose. */
export const TabRow = memo(({ tab, categories, hasFavorites, panel, onChange }: TabRowProps) => {
  const { t } = useTranslation('charge');
  const tabs = categories
    ? [
        ...(hasFavorites ? [{ value: 'favorites', name: t('tiles.favorites') }] : []),
        { value: 'all', name: t('words.all') },
        ...categories.map(({ id, name }) => ({ value: String(id), name })),
      ]
    : [];
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
        <UnstyledButton
          key={value}
          ta="center"
          role="tab"
          aria-selected={value === tab}
          aria-controls={value === tab ? panel : undefined}
          tabIndex={value === tab ? 0 : -1}
          className={classes.tab}
          onClick={() => onChange(value)}
        >
          {value === 'favorites' ? <IconStarFilled size={14} aria-hidden /> : null}
          {name}
        </UnstyledButton>
      ))}
    </div>
  );
});

const paramsOf = (tab: string) => {
  if (tab === 'favorites') return { is_favorite: true };
  return tab === 'all' ? {} : { category: Number(tab) };
};

interface TileGridProps {
  tab: string;
  /** The id of the panel. */
  panel: string;
  lines: readonly Line[];
  onPick(product: Tile): void;
}

/** The products that are sold, to be added by a touch: whole rows that fill the card. */
export const TileGrid = ({ tab, panel, lines, onPick }: TileGridProps) => {
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
  const box = { id: panel, role: 'tabpanel', 'aria-label': t('tiles.label'), className: classes.panel };
  if (!data)
    return (
      <div {...box} aria-busy>
        <div className={classes.grid} aria-hidden>
          {PLACEHOLDERS.map((at) => (
            <span key={at} className={`card ${classes.tile}`} />
          ))}
        </div>
      </div>
    );
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
  return (
    <div {...box}>
      {tiles.length === 0 ? <Hint>{t('tiles.none')}</Hint> : null}
      <ul
        ref={grid}
        className={`plain-list ${classes.grid}`}
        onKeyDown={onKeyDown}
        aria-label={t('tiles.label')}
      >
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
        {count > tiles.length && shown < 500 ? (
          <li>
            <UnstyledButton
              className={`card ring-inside ${classes.tile}`}
              onClick={() => setShown(Math.min(500, shown + 2 * PORTION))}
            >
              <span className={`two-lines breaks ${classes.name}`}>
                {t('tiles.more', { count: count - tiles.length })}
              </span>
            </UnstyledButton>
          </li>
        ) : null}
      </ul>
    </div>
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
  const priceText = price === 0 ? t('words.noPrice') : formatAmount(price).replace(/\u00a0₴$/u, '');
  return (
    <UnstyledButton
      className={`card ring-inside ${classes.tile}`}
      data-in={count !== ''}
      style={tileStyle(tile_color)}
      tabIndex={isTabStop ? 0 : -1}
      title={name}
      onClick={() => onPick(tile, at)}
    >
      <span className={`two-lines breaks ${classes.name}`}>{name}</span>
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
