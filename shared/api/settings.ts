import * as v from 'valibot';
import { flag, shape, string } from './answers.ts';
import { described } from './described.ts';

export const setting = v.strictObject({
  name: string('Name of the setting.', 'time_zone'),
  value: string('The value in force.', 'Europe/Kyiv'),
  is_default: flag('Whether that is the default.', true),
  default: string('The value without a setting.', 'Europe/Kyiv'),
  description: string('What it does.', "The shop's time zone, a name of the IANA list."),
  takes_effect: string('When a change takes effect.', 'at the next start of the service'),
});
export type SettingState = v.InferOutput<typeof setting>;

/** The owner's settings, by name. They are changed outside the interface. */
export const settings = shape('Settings', {
  settings: described(v.array(setting), 'Every setting, in the order of the command line.'),
});
export type Settings = v.InferOutput<typeof settings>;
