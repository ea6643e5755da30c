import { closeSync, openSync, readSync } from 'node:fs';
import { LOGO_LIMITS, type SettingState } from '../../../shared/api/settings.ts';
import { UsageError } from '../../platform/config.ts';
import { reasonOf } from '../../platform/os-errors.ts';
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

/** One byte more than a logo may have: enough to refuse a larger file. @throws UsageError */
const readStart = (file: string): Buffer => {
  const bytes = Buffer.alloc(LOGO_LIMITS.bytes + 1);
  try {
    const descriptor = openSync(file, 'r');
    try {
      return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new UsageError(
      `${file} could not be read: ${reasonOf(error, 'file').why}. Expected: a PNG or JPEG picture.`,
    );
  }
};

export const logoCommands = {
  'logo set': operationCommand('logo.change', {
    summary: "puts a PNG or JPEG picture on papers in the place of the shop's name",
    operands: ['FILE'],
    examples: ['logo set logo.png'],
    input: ({ operand }) => ({ bytes: new Uint8Array(readStart(operand)) }),
    lines: ({ width, height }) => [`The logo is set: ${width} × ${height} pixels. It is on the next paper.`],
  }),
  'logo remove': operationCommand('logo.change', {
    summary: "puts the shop's name there again",
    examples: ['logo remove'],
    input: () => ({ bytes: null }),
    lines: () => ["There is no logo. The shop's name stands on papers."],
  }),
} satisfies Commands;
