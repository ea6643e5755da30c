import { isOnlyDigits, newUsernameField } from '../../shared/api/auth.ts';
import { employeeTexts } from '../../shared/api/employees.ts';
import { maxLengthOf, textLength } from './text-length.ts';

/** The text fields of an account. */
export const TEXTS = ['username', 'full_name', 'position', 'email'] as const;
export type TextName = (typeof TEXTS)[number];

export type TextFault = 'blank' | 'digits' | 'long';

/** The program's limits, in code points. */
export const MAX_LENGTHS: Record<TextName, number> = {
  username: maxLengthOf(newUsernameField()),
  full_name: maxLengthOf(employeeTexts.full_name),
  position: maxLengthOf(employeeTexts.position),
  email: maxLengthOf(employeeTexts.email),
};

export const textFaultOf = (name: TextName, value: string): TextFault | undefined => {
  const text = value.trim();
  if (name === 'username' && text === '') return 'blank';
  if (name === 'username' && isOnlyDigits(text)) return 'digits';
  return textLength(text) > MAX_LENGTHS[name] ? 'long' : undefined;
};
