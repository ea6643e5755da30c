import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import * as v from 'valibot';
import { makeFolder, replaceFile } from '../platform/data-folder.ts';
import type { Log } from '../platform/log.ts';
import { OwnerError } from '../platform/owner-error.ts';

/** Preferences of this computer, not of the shop: desktop.json, beside Chromium's profile. */

const bounds = v.object({
  x: v.pipe(v.number(), v.integer()),
  y: v.pipe(v.number(), v.integer()),
  width: v.pipe(v.number(), v.integer(), v.minValue(1)),
  height: v.pipe(v.number(), v.integer(), v.minValue(1)),
  maximised: v.boolean(),
});
export type WindowState = v.InferOutput<typeof bounds>;

/** Each field falls back alone: an unreadable one must not reset the others. */
const schema = v.object({
  language: v.fallback(v.picklist(['uk', 'en']), 'uk'),
  closes_to_tray: v.fallback(v.boolean(), true),
  /** The hint about closing to the tray was shown. */
  tray_told: v.fallback(v.boolean(), false),
  notifications: v.fallback(v.boolean(), true),
  notification_sound: v.fallback(v.boolean(), true),
  /** Theme of the window's frame; the page reports its own choice (`computer.theme`). */
  theme: v.fallback(v.picklist(['system', 'light', 'dark']), 'system'),
  hardware_acceleration: v.fallback(v.boolean(), true),
  /** Keeps the computer from sleeping while Kramar runs. */
  keeps_awake: v.fallback(v.boolean(), false),
  /** The system's name of the printer that prints receipts without a dialog; null: none. */
  receipt_printer: v.fallback(v.nullable(v.string()), null),
  /** Width of its paper in millimetres. */
  receipt_width: v.fallback(v.picklist([58, 80]), 80),
  /** The customer screen was open, and comes back at the next start. */
  customer_screen: v.fallback(v.boolean(), false),
  /** Chosen by the owner when the default one was gone; saved once a shop has started there. */
  data_folder: v.fallback(v.nullable(v.pipe(v.string(), v.check(isAbsolute))), null),
  window: v.fallback(v.nullable(bounds), null),
});
export type Preferences = v.InferOutput<typeof schema>;

export interface PreferenceStore {
  get(): Preferences;
  /** @throws OwnerError PREFERENCES_NOT_SAVED; the old values then stay */
  change(changes: Partial<Preferences>): void;
  /** Saves without throwing: a failure is logged, and the values last until the program ends. */
  keep(changes: Partial<Preferences>): void;
}

const readFile = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
};

/** An invalid, partial or missing file gives the defaults. */
const read = (file: string): Preferences => {
  const found = v.safeParse(schema, readFile(file));
  return found.success ? found.output : v.parse(schema, {});
};

export const openPreferences = (folder: string, log: () => Log): PreferenceStore => {
  const file = join(folder, 'desktop.json');
  let current = read(file);
  const change = (changes: Partial<Preferences>): void => {
    const next = { ...current, ...changes };
    try {
      makeFolder(folder);
      replaceFile(file, `${JSON.stringify(next, null, 2)}\n`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new OwnerError(
        'PREFERENCES_NOT_SAVED',
        `What was set for this computer could not be saved (${why}). Nothing was changed. Check the disk, then try again.`,
        { cause: error },
      );
    }
    current = next;
  };
  return {
    get: () => current,
    change,
    keep: (changes) => {
      try {
        change(changes);
      } catch (error) {
        current = { ...current, ...changes };
        log().warn('A preference of this computer could not be saved.', { error });
      }
    },
  };
};
