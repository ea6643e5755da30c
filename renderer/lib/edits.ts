/** The edits that remain after saving: a field that was typed into meanwhile keeps its input. */
export const withoutSent = <Edits extends object>(typed: Edits, sent: Edits): Partial<Edits> =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => sent[name as keyof Edits] !== value),
  ) as Partial<Edits>;
