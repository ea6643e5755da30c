import type { PowerSaveBlocker } from 'electron';

/** Keeps the computer from sleeping; the display may still turn off. */
export interface Awake {
  keep(on: boolean): void;
}

/** https://www.electronjs.org/docs/latest/api/power-save-blocker */
export const createAwake = (blocker: PowerSaveBlocker): Awake => {
  let id: number | undefined;
  return {
    keep: (on) => {
      if (on === (id !== undefined)) return;
      if (id === undefined) {
        id = blocker.start('prevent-app-suspension');
        return;
      }
      blocker.stop(id);
      id = undefined;
    },
  };
};
