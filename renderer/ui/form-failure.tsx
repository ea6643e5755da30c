import { Alert } from '@mantine/core';
import type { Failure } from '../data/failure.ts';
import { useFailureText } from './use-failure-text.ts';

interface FormFailureProps {
  failure: Failure | undefined;
  /** Fields that tell themselves what is wrong with them. */
  told?: readonly string[];
}

/** Why it was not done. */
export const FormFailure = ({ failure, told = [] }: FormFailureProps) => {
  const failureText = useFailureText();
  if (!failure) return null;
  if (failure.kind === 'invalid') {
    const names = Object.keys(failure.errors);
    if (names.length > 0 && names.every((name) => told.includes(name))) return null;
  }
  return (
    <Alert color="red" variant="light" role="alert" p="xs">
      {failureText(failure)}
    </Alert>
  );
};
