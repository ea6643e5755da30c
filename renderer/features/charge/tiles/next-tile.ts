/** The index that a key leads to; undefined: none of the grid's keys, or no tile there. Pure. */
export const nextTile = (
  key: string,
  current: number,
  { columns, count }: { columns: number; count: number },
): number | undefined => {
  const steps: Record<string, number> = {
    ArrowRight: current + 1,
    ArrowLeft: current - 1,
    ArrowDown: current + columns,
    ArrowUp: current - columns,
    Home: 0,
    End: count - 1,
  };
  const next = steps[key];
  return next !== undefined && next >= 0 && next < count ? next : undefined;
};
