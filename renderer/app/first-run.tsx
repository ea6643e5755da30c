import { useState } from 'react';
import { FirstRun } from '../features/first-run/first-run.tsx';
import { firstRun } from '../features/first-run/over.ts';
import { AddTerminalForm } from '../features/terminals/add-terminal-form.tsx';
import { type Added, useAddTerminal } from '../features/terminals/use-add-terminal.ts';

/** The first run asks for the bank's token with the form of Terminals. */
export const FirstRunWithTerminal = () => {
  const [added, setAdded] = useState<Added>();
  const adding = useAddTerminal((terminal) => {
    firstRun.end();
    setAdded(terminal);
  });
  return (
    <FirstRun
      added={added}
      token={{
        isKnown: adding.merchant !== undefined,
        render: (leave) => <AddTerminalForm adding={adding} leave={leave} />,
      }}
    />
  );
};
