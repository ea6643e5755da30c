import { statementRuns } from '../../main/store/db/query-cache.ts';

/** The SQL of every statement that this process runs during `work`, in order; begin, commit and savepoints are none. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
  const texts: string[] = [];
  const note = (text: unknown) => void texts.push(String(text));
  statementRuns.subscribe(note);
  try {
    await work();
  } finally {
    statementRuns.unsubscribe(note);
  }
  return texts;
};
