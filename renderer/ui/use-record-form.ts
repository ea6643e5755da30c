import { type FormEvent, useState } from 'react';
import { withoutSent } from '../lib/edits.ts';
import { useAction } from './use-action.ts';

/** What a record's form knows of its fields; pure. */
export interface RecordRules<Fields extends object, Faults> {
  isDirty(stored: Fields, edits: Partial<Fields>): boolean;
  faultsOf(shown: Fields): Faults;
  hasFaults(faults: Faults): boolean;
  noFaults: Faults;
  /** Whether somebody else changed meanwhile what is about to be changed: it is shown before it is overwritten. */
  isOvertaken?(seen: Fields, stored: Fields, edits: Partial<Fields>): boolean;
}

interface Written<Fields> {
  /** What is said about it. */
  saved: string;
  /** What the next new record begins with. */
  next?: Partial<Fields>;
}

interface RecordFormOptions<Fields extends object, Faults> {
  /** As it is stored, as far as is known; for a new record, its blank fields. */
  stored: Fields;
  /** What a new record begins with. */
  first?: Partial<Fields>;
  rules: RecordRules<Fields, Faults>;
  /** Reads a stored record once more before it is written over. */
  read?(): Promise<Fields>;
  /** @returns nothing: the form gives way to something else */
  write(edits: Partial<Fields>, stored: Fields, isThere: () => boolean): Promise<Written<Fields> | undefined>;
}

/**
 * What is typed over a record: a field that nobody touched follows what is stored. Faults are told once saving was
 * tried, and then as they come and go. Saving clears what was sent; what was typed meanwhile stays.
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
    /** What was saved last, in words, until something is typed. */
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

/** What is wrong may be out of sight. */
export const focusFault = (form: Element): void => {
  // Once it is drawn as such.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus());
};
