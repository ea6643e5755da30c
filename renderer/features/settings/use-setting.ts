import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SettingState } from '../../../shared/api/settings.ts';
import { OS_FAULTS } from '../../../shared/errors.ts';
import { callProgram } from '../../api/bridge.ts';
import type { Failure } from '../../api/failure.ts';
import { invalidate } from '../../api/keys.ts';
import { settingsQuery } from '../../api/program-queries.ts';
import { putData } from '../../api/put-data.ts';
import { readNow } from '../../api/read-now.ts';
import { useFailureText } from '../../kit/use-failure-text.ts';
import { type HeldEdits, useRecordForm } from '../../kit/use-record-form.ts';
import { draftStore, useDraft } from '../../shop/session/drafts.ts';

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
  | 'discount_limit'
  | 'held_carts'
  | 'customer_screen'
  | 'scale_labels'
  | 'printer_address'
  | 'printer_paper'
  | 'printer_code_page'
  | 'printer_qr'
  | 'printer_prints_paid'
  | 'printer_opens_drawer';

/** The input outlives the section. */
const useHeldDraft = (name: SettingName): HeldEdits<{ value: string }> => {
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

const addressFault = (address: string) => {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url) return 'noAddress';
  if (url.username || url.password) return 'credentials';
  return /[?#]/.test(address) ? 'query' : 'plain';
};

/** The fault of a setting's value, by the program's codes (main/shop/settings.ts). */
const faultOf = (code: string | undefined, name: string, value: string) => {
  if (name === 'discount_limit') return 'percent';
  if (code === 'max_length') return 'long';
  if (code === 'not_a_folder') return 'isFile';
  if (code !== 'invalid') return undefined;
  if (name === 'webhook_address') return addressFault(value.trim());
  if (name === 'time_zone') return 'zone';
  if (name === 'seller_iban') return 'iban';
  if (name === 'port') return 'port';
  if (name === 'scale_labels') return 'labels';
  if (name === 'printer_address') return 'printer';
  return name === 'backup_folder' ? 'path' : undefined;
};

/** Translates the program's refusal of a value. */
const useFault = (name: string): ((failure: Failure, value: string) => string) => {
  const { t } = useTranslation('settings');
  const { t: refusals } = useTranslation('refusals');
  const failureText = useFailureText();
  return (failure, value) => {
    if (failure.kind !== 'invalid') return failureText(failure);
    const [refused] = Object.values(failure.codes ?? {}).flat();
    const fault = faultOf(refused?.code, name, value);
    if (fault) return t(`faults.${fault}`, { most: refused?.facts.limit });
    const cause = OS_FAULTS.find((each) => each === refused?.facts.fault);
    return cause ? t('faults.folder', { why: refusals(`reason.${cause}`) }) : failureText(failure);
  };
};
