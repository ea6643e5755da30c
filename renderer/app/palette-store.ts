import { createSpotlight } from '@mantine/spotlight';

/** Opens and closes the search, and holds what is selected in it. */
export const [paletteStore, palette] = createSpotlight();

/** Selects the first result, unless the user has moved to another. The component library selects in the document. */
export const selectFirst = (dialog: Element | null | undefined): void => {
  if (paletteStore.getState().selected > 0) return;
  dialog?.querySelector('[data-selected]')?.removeAttribute('data-selected');
  dialog?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
};
