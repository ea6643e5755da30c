import type { Failure } from '../api/failure.ts';
import { useFailureText } from './use-failure-text.ts';

export const FailureText = ({ failure }: { failure: Failure }) => useFailureText()(failure);
