import type { CSSProperties } from 'react';
import type { ChosenColor } from '../../shared/api/product-shop.ts';

/** Text and ground of a tile by its colour: at the counter and where it is chosen. Contrast of at least 4.5 to 1. */
const COLORS: Record<Exclude<ChosenColor, ''>, { light: [string, string]; dark: [string, string] }> = {
  red: { light: ['#8c1d18', '#fde2df'], dark: ['#ffb4ab', '#4a1d1a'] },
  orange: { light: ['#7a3300', '#ffe5d0'], dark: ['#ffc08a', '#45280f'] },
  yellow: { light: ['#5c4600', '#fdf0b8'], dark: ['#f2d675', '#3b310c'] },
  green: { light: ['#125227', '#d9f2e0'], dark: ['#93dca8', '#163524'] },
  teal: { light: ['#004f52', '#d0f1f2'], dark: ['#80d8dc', '#0e3638'] },
  blue: { light: ['#143682', '#dbe5fb'], dark: ['#a9c2f7', '#1f2c4a'] },
  violet: { light: ['#572487', '#ecdffa'], dark: ['#d5b0f7', '#35224a'] },
  gray: { light: ['#3b434b', '#e3e7eb'], dark: ['#ccd2d9', '#333941'] },
};

/** The variables --tile and --tile-ground; none without a colour. */
const STYLES = Object.fromEntries(
  Object.entries(COLORS).map(([name, { light, dark }]) => [
    name,
    {
      '--tile': `light-dark(${light[0]}, ${dark[0]})`,
      '--tile-ground': `light-dark(${light[1]}, ${dark[1]})`,
    },
  ]),
);

export const tileStyle = (color: ChosenColor): CSSProperties => (STYLES[color] ?? {}) as CSSProperties;
