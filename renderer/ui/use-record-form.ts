import { type FormEvent, useState } from 'react';
import { withoutSent } from '../lib/edits.ts';
import { useAction } from './use-action.ts';

/** The rules of a record's form; pure. */
export interface RecordRules<Fields extends object, Faults> {
  isDirty(stored: Fields, edits: Partial<Fields>): boolean;
  faultsOf(shown: Fields): Faults;
  hasFaults(faults: Faults): boolean;
  noFaults: Faults;
  /** Whether somebody else changed a field that is being edited: their change is shown before it is overwritten. */
  isOvertaken?(seen: Fields, stored: Fields, edits: Partial<Fields>): boolean;
}

interface Written<Fields> {
  /** The confirmation text. */
  saved: string;
  /** The initial values of the next new record. */
  next?: Partial<Fields>;
}

interface RecordFormOptions<Fields extends object, Faults> {
  /** The stored record; for a new one, blank fields. */
  stored: Fields;
  /** The initial values of a new record. */
  first?: Partial<Fields>;
  rules: RecordRules<Fields, Faults>;
  /** Rereads the stored record before saving. */
  read?(): Promise<Fields>;
  /** @returns undefined: the form is replaced by something else */
  write(edits: Partial<Fields>, stored: Fields, isThere: () => boolean): Promise<Written<Fields> | undefined>;
}

/**
 * A form over a record: untouched fields follow the stored values. Faults are shown after the first try to save. Saving
 * clears the edits that were sent; later input stays.
 */
export const useRecordForm = <Fields extends object, Faults>({
  stored,
  rules,
  read,
  write,
  ...options
}: RecordFormOptions<Fields, Faults>) => {
  const [first, setFirst] = useState<Partial<Fields>>(options.first ?? {});
  const [edits, setEdits] = useState(first);
  const [isTried, setIsTried] = useState(false);
  const [saved, setSaved] = useState<string>();
  const [isOvertaken, setIsOvertaken] = useState(false);
  const { run, forget, failure, isBusy } = useAction();
  const shown: Fields = { ...stored, ...edits };
  const isDirty = rules.isDirty({ ...stored, ...first }, edits);
  const faults = rules.faultsOf(shown);

  const save = async (isThere: () => boolean): Promise<void> => {
    const now = read ? await read() : stored;
    const isNews = rules.isOvertaken?.(stored, now, edits) ?? false;
    setIsOvertaken(isNews);
    if (isNews) return;
    const written = await write(edits, now, isThere);
    if (!written || !isThere()) return;
    const { next = {} } = written;
    setFirst(next);
    setEdits((typed) => ({ ...next, ...withoutSent(typed, edits) }));
    setIsTried(false);
    setSaved(written.saved);
  };
  return {
    shown,
    isDirty,
    faults: isTried ? faults : rules.noFaults,
    isOvertaken,
    isBusy,
    failure,
    /** The confirmation of the last save, until the next input. */
    saved,
    edit: (changes: Partial<Fields>): void => {
      setEdits((before) => ({ ...before, ...changes }));
      forget();
      setSaved(undefined);
    },
    undo: (): void => {
      forget();
      setEdits({});
      setIsTried(false);
      setIsOvertaken(false);
    },
    submit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      if (read && !isDirty) return;
      setIsTried(true);
      if (rules.hasFaults(faults)) focusFault(event.currentTarget);
      else void run(save);
    },
  };
};

export type RecordForm<Fields extends object, Faults> = ReturnType<typeof useRecordForm<Fields, Faults>>;

/** Focuses the first invalid field, which may be out of sight. */
export const focusFault = (form: Element): void => {
  // After the fault has been rendered.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus());
};
