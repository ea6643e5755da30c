import type { SettingState } from '../../../shared/api/settings.ts';
import { UsageError } from '../../platform/config.ts';
import { isSettingName, SETTING_NAMES } from '../../shop/settings.ts';
import type { Commands } from '../command.ts';
import { operationCommand } from '../operation-command.ts';

const linesOf = ({ name, value, is_default, description, takes_effect }: SettingState): string[] => [
  `${name}: "${value}"${is_default ? ' (default)' : ''}`,
  `    ${description} A change takes effect ${takes_effect}.`,
];

export const settingCommands = {
  'setting list': operationCommand('settings.list', {
    summary: 'lists settings, their values and what they do',
    examples: ['setting list'],
    lines: ({ settings }) => settings.flatMap(linesOf),
  }),
  'setting set': operationCommand('settings.change', {
    summary: 'changes a setting; VALUE "" restores the default',
    operands: ['NAME', 'VALUE'],
    examples: [
      'setting set time_zone Europe/Kyiv',
      'setting set backup_folder /mnt/disk/kramar',
      'setting set shop_name ""',
    ],
    input: ({ operand: name, value }) => {
      // The word is not repeated: with the order mixed up it may be a secret.
      if (!isSettingName(name))
        throw new UsageError(
          `There is no setting of that NAME. Expected one of: ${SETTING_NAMES.join(', ')}.`,
        );
      return { name, value };
    },
    lines: ({ name, value, is_default, takes_effect }) => [
      `${name} ${is_default ? 'has its default again' : 'is set'}: "${value}". It takes effect ${takes_effect}.`,
    ],
  }),
} satisfies Commands;
