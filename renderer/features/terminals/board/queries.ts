import { queryOptions } from '@tanstack/react-query';
import type { RegisterRelease, RegisterState } from '../../../../shared/api/cash-registers.ts';
import { ApiError, asReadFailure, failureOf } from '../../../api/failure.ts';
import { call } from '../../../api/http.ts';
import { keyOf } from '../../../api/keys.ts';
import { createSlots } from '../../../lib/slots.ts';

/** At most two bank requests at a time: a slow answer does not block the others. */
const limitRequests = createSlots(2);

const readState = async (id: number, signal: AbortSignal): Promise<RegisterState> => {
  try {
    return await limitRequests(signal, () => call<RegisterState>(`cash-registers/${id}/state/`, { signal }));
  } catch (error) {
    throw error instanceof ApiError ? new ApiError(asReadFailure(error.failure)) : error;
  }
};

/** A register's state, requested from the bank when the board opens and on events. */
export const registerStateQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf('cash-registers/{id}/state/', { id }),
    queryFn: ({ signal }) => readState(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Retries only an unreachable service; a bank request is not repeated automatically.
    retry: (failures, error) => failures < 1 && failureOf(error).kind === 'unreachable',
  });

/** @throws ApiError */
export const releaseRegister = (id: number, expected: string): Promise<RegisterState> => {
  const body: RegisterRelease = { expected_invoice_id: expected };
  return call(`cash-registers/${id}/release/`, { method: 'POST', body });
};
