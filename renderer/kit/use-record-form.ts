import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusFault } from './form.tsx';
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

/** The rules of fields that are all texts, compared as they are stored: trimmed. @param required may not be blank */
export const textRules = <Name extends string>(
  required: readonly Name[],
): RecordRules<Record<Name, string>, readonly Name[]> => {
  type Texts = Record<Name, string>;
  const changed = (stored: Texts, edits: Partial<Texts>): Name[] =>
    (Object.keys(edits) as Name[]).filter((name) => edits[name]?.trim() !== stored[name]);
  return {
    isDirty: (stored, edits) => changed(stored, edits).length > 0,
    faultsOf: (shown) => required.filter((name) => shown[name].trim() === ''),
    hasFaults: (faults) => faults.length > 0,
    noFaults: [],
    isOvertaken: (seen, stored, edits) => changed(seen, edits).some((name) => seen[name] !== stored[name]),
  };
};

/** The edits that remain after saving: a field that was typed into meanwhile keeps its input. */
export const withoutSent = <Edits extends object>(typed: Edits, sent: Edits): Partial<Edits> =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => sent[name as keyof Edits] !== value),
  ) as Partial<Edits>;

/** Where the edits are: in the form, or in a store that outlives it. */
export interface HeldEdits<Fields> {
  /** As last rendered. */
  edits: Partial<Fields>;
  /** As last typed. */
  read(): Partial<Fields>;
  write(edits: Partial<Fields>): void;
}

const useOwnEdits = <Fields>(first: Partial<Fields>): HeldEdits<Fields> => {
  const [edits, setEdits] = useState(first);
  const latest = useRef(first);
  return {
    edits,
    read: () => latest.current,
    write: (next) => {
      latest.current = next;
      setEdits(next);
    },
  };
};

interface Written<Fields> {
  /** The confirmation text. */
  saved?: string;
  /** The initial values of the next new record. */
  next?: Partial<Fields>;
}

interface RecordFormOptions<Fields extends object, Faults> {
  /** The stored record; for a new one, blank fields. */
  stored: Fields;
  /** The initial values of a new record. */
  first?: Partial<Fields>;
  /** Absent: the edits end with the form. */
  held?: HeldEdits<Fields>;
  rules: RecordRules<Fields, Faults>;
  /** Rereads the stored record before saving. */
  read?(): Promise<Fields>;
  /** @returns undefined: the form is replaced by something else */
  write(edits: Partial<Fields>, stored: Fields, isThere: () => boolean): Promise<Written<Fields> | undefined>;
  /** Closes the form once it is saved, or has nothing to save. Later input keeps it open. */
  onDone?(): void;
}

/**
 * A form over a record: untouched fields follow the stored values. Faults are shown after the first try to save. Saving
 * clears the edits that were sent; later input stays.
 */
export const useRecordForm = <Fields extends object, Faults>(options: RecordFormOptions<Fields, Faults>) => {
  const { stored, rules, read, write, onDone } = options;
  const [first, setFirst] = useState<Partial<Fields>>(options.first ?? {});
  const own = useOwnEdits(first);
  const held = options.held ?? own;
  const { edits } = held;
  const [isTried, setIsTried] = useState(false);
  const [saved, setSaved] = useState<string>();
  const [isOvertaken, setIsOvertaken] = useState(false);
  // Of each field with an edit, its stored value when the edit began: the record may be read anew while somebody types.
  const begun = useRef<Partial<Fields>>({});
  const { run, forget, failure, isBusy } = useAction();
  const shown: Fields = { ...stored, ...edits };
  const isDirty = rules.isDirty({ ...stored, ...first }, edits);
  const faults = rules.faultsOf(shown);

  const save = async (sent: Partial<Fields>, isThere: () => boolean): Promise<void> => {
    const now = read ? await read() : stored;
    const isNews = rules.isOvertaken?.({ ...stored, ...begun.current }, now, sent) ?? false;
    setIsOvertaken(isNews);
    begun.current = isNews ? now : {};
    if (isNews) return;
    const written = await write(sent, now, isThere);
    if (!written) return;
    const { next = {} } = written;
    const left = withoutSent(held.read(), sent);
    if (onDone && isThere() && Object.keys(left).length === 0) {
      onDone();
      return;
    }
    setFirst(next);
    held.write({ ...next, ...left });
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
      const typed = held.read();
      for (const name of Object.keys(changes) as (keyof Fields)[])
        if (!(name in typed)) begun.current[name] = stored[name];
      held.write({ ...typed, ...changes });
      forget();
      setSaved(undefined);
    },
    undo: (): void => {
      forget();
      begun.current = {};
      held.write({});
      setIsTried(false);
      setIsOvertaken(false);
    },
    /** Saves values that were not typed. */
    put: (values: Partial<Fields>): void => void run((isThere) => save(values, isThere)),
    submit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      if (read && !isDirty) {
        onDone?.();
        return;
      }
      setIsTried(true);
      if (rules.hasFaults(faults)) focusFault(event.currentTarget);
      else void run((isThere) => save(edits, isThere));
    },
  };
};

export type RecordForm<Fields extends object, Faults> = ReturnType<typeof useRecordForm<Fields, Faults>>;

type Submit = (event: FormEvent<HTMLFormElement>) => void;

/**
 * For a form that stays open for the next record: focuses its first field when one is saved, unless the user already
 * types the next one.
 * @returns the form's `onSubmit`
 */
export const useNextRecord = (form: {
  saved: string | undefined;
  isDirty: boolean;
  submit: Submit;
}): Submit => {
  const { saved, isDirty, submit } = form;
  const element = useRef<HTMLFormElement>(null);
  const begin = useEffectEvent(() => {
    if (saved !== undefined && !isDirty) element.current?.querySelector('input')?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per saved record
  useEffect(begin, [saved]);
  return (event) => {
    element.current = event.currentTarget;
    submit(event);
  };
};
