import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Page } from '../../shared/api/pages.ts';
import type { CallInput } from '../../shared/bridge/bridge.ts';
import { callProgram, isPossibleHere } from './bridge.ts';
import { call } from './http.ts';
import { keyOf, type Params, programKey } from './keys.ts';
import type { AnswerOf, ProgramRead, ReadPath, Resource } from './reads.ts';

/** Queries to the interface (`read`) and to the program that the page runs in (`askProgram`). Their keys follow from what they read. */

export const search = (params: Params): string => {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

const addressOf = (path: string, params: Params): string => {
  const rest = { ...params };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = rest;
    delete rest[name];
    return String(value);
  });
  return filled + search(rest);
};

interface ReadOptions {
  /** Where it is another than the path's. */
  resource?: Resource;
  /** What else the answer depends on, such as the day: part of the key, not of the request. */
  apart?: Params;
}

/** @throws ApiError, at the reading */
export const read = <Path extends ReadPath>(
  path: Path,
  params: Params = {},
  { resource, apart }: ReadOptions = {},
) =>
  queryOptions({
    queryKey: keyOf(path, { ...apart, ...params }, resource),
    queryFn: ({ signal }) => call<AnswerOf<Path>>(addressOf(path, params), { signal }),
  });

/** Bounds the loop in case the pages never end. */
const MAX_PAGES = 1000;

type RowOf<Path extends ReadPath> =
  AnswerOf<Path> extends Page<infer Row extends { id: number }> ? Row : never;

type ListParams = Params & { page_size: number };

/** The rows of all pages of a list, each once. @throws ApiError */
const allRows = async <Path extends ReadPath>(
  path: Path,
  params: ListParams,
  signal: AbortSignal,
): Promise<RowOf<Path>[]> => {
  // By id: what is added meanwhile moves a row to the next page.
  const rows = new Map<number, RowOf<Path>>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const found = await call<Page<RowOf<Path>>>(addressOf(path, { ...params, page }), { signal });
    for (const row of found.results) rows.set(row.id, row);
    if (found.next === null) break;
  }
  return [...rows.values()];
};

export const readAll = <Path extends ReadPath>(path: Path, params: ListParams) =>
  queryOptions({
    queryKey: keyOf(path, { ...params, page: 'all' }),
    queryFn: ({ signal }) => allRows(path, params, signal),
  });

/** Shows the former page until the next one is read. */
export const readPage = <Path extends ReadPath>(path: Path, params: Params, options: ReadOptions = {}) =>
  queryOptions({ ...read(path, params, options), placeholderData: keepPreviousData });

/** What the program answers, as far as it can be asked here; otherwise the query stays pending. */
export const askProgram = <Name extends ProgramRead>(name: Name, input: CallInput<Name>) =>
  queryOptions({
    queryKey: programKey(name, input),
    queryFn: () => callProgram(name, input),
    enabled: isPossibleHere(name),
  });
