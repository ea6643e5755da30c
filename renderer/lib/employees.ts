import { isOnlyDigits } from '../../shared/api/auth.ts';
import { MAX_LENGTH } from '../../shared/api/fields.ts';
import { textLength } from './text-length.ts';

/** The text fields of an account. */
export const TEXTS = ['username', 'full_name', 'position', 'email'] as const;
export type TextName = (typeof TEXTS)[number];

export type TextFault = 'blank' | 'digits' | 'long';

/** The interface's limits, in code points. */
export const MAX_LENGTHS: Record<TextName, number> = {
  username: MAX_LENGTH.username,
  full_name: MAX_LENGTH.name,
  position: MAX_LENGTH.name,
  email: MAX_LENGTH.name,
};

export const textFaultOf = (name: TextName, value: string): TextFault | undefined => {
  const text = value.trim();
  if (name === 'username' && text === '') return 'blank';
  if (name === 'username' && isOnlyDigits(text)) return 'digits';
  return textLength(text) > MAX_LENGTHS[name] ? 'long' : undefined;
};
