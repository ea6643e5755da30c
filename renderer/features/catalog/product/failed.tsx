import { Alert } from '@mantine/core';
import type { Failure } from '../../../api/failure.ts';
import { useFailureText } from '../../../ui/use-failure-text.ts';

/** Fields that tell themselves what is wrong with them. */
const TOLD = ['name', 'price', 'article', 'external_code', 'name_for_docs', 'category', 'unit'];

/** Why it was not done. */
export const Failed = ({ failure }: { failure: Failure | undefined }) => {
  const failureText = useFailureText();
  if (!failure) return null;
  if (failure.kind === 'invalid') {
    const names = Object.keys(failure.errors);
    if (names.length > 0 && names.every((name) => TOLD.includes(name))) return null;
  }
  return (
    <Alert color="red" variant="light" role="alert" p="xs">
      {failureText(failure)}
    </Alert>
  );
};
