import { useState } from 'react';
import { FirstRun } from '../features/first-run/first-run.tsx';
import { FirstTokenForm } from '../features/terminals/first-token-form.tsx';
import { type Added, useAddTerminal } from '../features/terminals/use-add-terminal.ts';

/** The first run asks for the bank's token with a form of Terminals. */
export const FirstRunWithTerminal = () => {
  const [added, setAdded] = useState<Added>();
  const adding = useAddTerminal(setAdded);
  return <FirstRun added={added} token={<FirstTokenForm adding={adding} />} />;
};
