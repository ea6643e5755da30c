import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BridgeSetting } from '../../../shared/bridge.ts';
import { ask } from '../../data/bridge.ts';
import { failureOf } from '../../data/failure.ts';
import { invalidate } from '../../data/keys.ts';
import { settingsQuery } from '../../data/program-queries.ts';
import { draftStore, useDraft } from '../../session/drafts.ts';
import { useFault } from './use-fault.ts';

export type SettingName =
  | 'shop_name'
  | 'default_destination'
  | 'time_zone'
  | 'webhook_address'
  | 'backup_folder';

/** One setting: its stored value, the draft, and the actions on them. */
export const useSetting = (name: SettingName) => {
  const queries = useQueryClient();
  const query = useQuery(settingsQuery);
  const draft = useDraft(name);
  const setDraft = (typed: string | undefined): void => draftStore.set(name, typed);
  const faultText = useFault(name);
  const stored = query.data?.find((each) => each.name === name);

  const change = useMutation({
    mutationFn: (value: string) => ask('settings.change', { name, value: value.trim() }),
    onSuccess: (changed, value) => {
      queries.setQueryData(settingsQuery.queryKey, (all: BridgeSetting[] | undefined) =>
        all?.map((each) => (each.name === name ? changed : each)),
      );
      // Input typed during the request is not saved yet.
      if (draftStore.get(name) === value) setDraft(undefined);
      void invalidate(queries, 'setting');
    },
  });
  const value = draft ?? stored?.value ?? '';
  return {
    query,
    /** undefined: not loaded, or `query` has the failure. */
    stored,
    value,
    isChanged: draft !== undefined && draft !== stored?.value,
    type: (typed: string) => {
      change.reset();
      setDraft(typed);
    },
    discard: () => {
      change.reset();
      setDraft(undefined);
    },
    save: () => change.mutate(value),
    putDefault: () => {
      setDraft(undefined);
      change.mutate('');
    },
    isSaving: change.isPending,
    isSaved: change.isSuccess,
    fault: change.error ? faultText(failureOf(change.error), change.variables ?? '') : undefined,
  };
};
export type SettingField = ReturnType<typeof useSetting>;
