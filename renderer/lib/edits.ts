/**
 * What is left of what was typed once some of it has been saved: all that is not what was sent. A field that was typed
 * into meanwhile keeps what is in it.
 */
export const withoutSent = <Edits extends object>(typed: Edits, sent: Edits): Partial<Edits> =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => sent[name as keyof Edits] !== value),
  ) as Partial<Edits>;
