import { queryOptions } from '@tanstack/react-query';
import type { RegisterRelease, RegisterState } from '../../../../shared/api/register-state.ts';
import { ApiError, asReadFailure, failureOf } from '../../../data/failure.ts';
import { call } from '../../../data/http.ts';
import { keys } from '../../../data/keys.ts';
import { createSlots } from '../../../lib/slots.ts';

/** The bank is asked about one register at a time, and a slow answer does not hold up all the others. */
const limitRequests = createSlots(2);

const readState = async (id: number, signal: AbortSignal): Promise<RegisterState> => {
  try {
    return await limitRequests(signal, () => call<RegisterState>(`cash-registers/${id}/state/`, { signal }));
  } catch (error) {
    throw error instanceof ApiError ? new ApiError(asReadFailure(error.failure)) : error;
  }
};

/** What is on a register by the bank's word: asked when the board opens, and then only for a reason. */
export const registerStateQuery = (id: number) =>
  queryOptions({
    queryKey: keys.registerState(id),
    queryFn: ({ signal }) => readState(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // The service on this computer was away for a moment; the bank is not asked twice unasked.
    retry: (failures, error) => failures < 1 && failureOf(error).kind === 'unreachable',
  });

/** @throws ApiError */
export const releaseRegister = (id: number, expected: string): Promise<RegisterState> => {
  const body: RegisterRelease = { expected_invoice_id: expected };
  return call(`cash-registers/${id}/release/`, { method: 'POST', body });
};
