import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SettingState } from '../../../shared/api/settings.ts';
import { callProgram } from '../../api/bridge.ts';
import { invalidate } from '../../api/keys.ts';
import { settingsQuery } from '../../api/program-queries.ts';
import { putData } from '../../api/put-data.ts';
import { readNow } from '../../api/read-now.ts';
import { type HeldEdits, useRecordForm } from '../../kit/use-record-form.ts';
import { draftStore, useDraft } from '../../shop/session/drafts.ts';
import { useFault } from './use-fault.ts';

export type SettingName =
  | 'shop_name'
  | 'default_destination'
  | 'time_zone'
  | 'webhook_address'
  | 'backup_folder'
  | 'seller_iban'
  | 'port'
  | 'return_text'
  | 'refund_reasons'
  | 'refund_reason_required'
  | 'takes_cash'
  | 'cash_rounding'
  | 'cash_receipts'
  | 'scale_labels'
  | 'printer_address'
  | 'printer_paper'
  | 'printer_code_page'
  | 'printer_qr'
  | 'printer_prints_paid'
  | 'printer_opens_drawer';

interface Value {
  value: string;
}

/** The input outlives the section. */
const useHeldDraft = (name: SettingName): HeldEdits<Value> => {
  const editsOf = (draft: string | undefined) => (draft === undefined ? {} : { value: draft });
  return {
    edits: editsOf(useDraft(name)),
    read: () => editsOf(draftStore.get(name)),
    write: ({ value }) => draftStore.set(name, value),
  };
};

/**
 * One setting: its stored value, the draft, and the actions on them.
 * @param faultOf validates a value before it is sent
 */
export const useSetting = (name: SettingName, faultOf: (value: string) => string | undefined) => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = useQuery(settingsQuery);
  const faultText = useFault(name);
  const find = (all: readonly SettingState[] | undefined) => all?.find((each) => each.name === name);
  const stored = find(query.data);
  const seen = stored?.value ?? '';
  const form = useRecordForm({
    stored: { value: seen },
    held: useHeldDraft(name),
    rules: {
      isDirty: (before, { value = before.value }) => value !== before.value,
      faultsOf: ({ value }) => faultOf(value),
      hasFaults: (fault) => fault !== undefined,
      noFaults: undefined,
      isOvertaken: (before, now) => before.value !== now.value,
    },
    read: async () => ({ value: find((await readNow(queries, settingsQuery)).settings)?.value ?? seen }),
    write: async ({ value = '' }) => {
      const changed = await callProgram('settings.change', { name, value: value.trim() });
      putData(
        queries,
        settingsQuery.queryKey,
        (all) => all && { settings: all.settings.map((each) => (each.name === name ? changed : each)) },
      );
      void invalidate(queries, 'setting');
      return { saved: t('saved') };
    },
  });
  const { value } = form.shown;
  const refused = form.failure && faultText(form.failure, value);
  const fault = form.isOvertaken ? t('overtaken', { value: seen }) : refused;
  return { ...form, query, stored, value, fault: faultOf(value) ?? fault };
};
export type SettingField = ReturnType<typeof useSetting>;
