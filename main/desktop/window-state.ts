import type { Rectangle } from 'electron';
import type { WindowState } from './preferences.ts';

/** The smallest at which every screen can be used. */
export const MIN_WIDTH = 1024;
export const MIN_HEIGHT = 700;

export const DEFAULT_SIZE = { width: 1280, height: 860 };

const overlap = (one: Rectangle, other: Rectangle): number => {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
};

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/**
 * Where the window was, on a screen that is still there and wholly within it; undefined where that screen is gone:
 * then the system finds a place.
 * @param areas of the screens, without task bars
 */
export const placeOn = (saved: WindowState, areas: readonly Rectangle[]): Rectangle | undefined => {
  const [area] = areas
    .filter((candidate) => overlap(saved, candidate) > 0)
    .toSorted((one, other) => overlap(saved, other) - overlap(saved, one));
  if (!area) return undefined;
  // A screen smaller than the smallest window shows its upper left part.
  const width = clamp(saved.width, MIN_WIDTH, Math.max(MIN_WIDTH, area.width));
  const height = clamp(saved.height, MIN_HEIGHT, Math.max(MIN_HEIGHT, area.height));
  return {
    x: clamp(saved.x, area.x, Math.max(area.x, area.x + area.width - width)),
    y: clamp(saved.y, area.y, Math.max(area.y, area.y + area.height - height)),
    width,
    height,
  };
};
