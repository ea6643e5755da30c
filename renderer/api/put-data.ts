import type { InferDataFromTag, QueryClient, QueryKey, SetDataOptions, Updater } from '@tanstack/react-query';

type Cache = Pick<QueryClient, 'cancelQueries' | 'getQueryData' | 'setQueryData'>;

/**
 * Shows what the service has answered to a change, or said in an event. A request that is under way may have been
 * answered before the change, and would take it back: it is cancelled.
 * @param data a function gets what is shown; undefined: nothing is known yet, and nothing changes
 */
export const putData = <Key extends QueryKey, Data = InferDataFromTag<unknown, Key>>(
  queries: Cache,
  queryKey: Key,
  data: Updater<NoInfer<Data> | undefined, NoInfer<Data> | undefined>,
  options?: SetDataOptions,
): void => {
  const next =
    typeof data === 'function'
      ? (data as (known: Data | undefined) => Data | undefined)(queries.getQueryData(queryKey))
      : data;
  if (next === undefined) return;
  void queries.cancelQueries({ queryKey, exact: true }, { revert: false });
  queries.setQueryData<Data>(queryKey, next, options);
};
