import { Stack } from '@mantine/core';
import { Agreeing } from './agreeing.tsx';
import type { Asked } from './api.ts';
import { AskedFacts } from './asked-facts.tsx';
import { Books } from './books.tsx';
import { Differences } from './differences.tsx';
import { NotAsked } from './not-asked.tsx';
import { TillRead } from './till-read.tsx';
import type { View } from './view.ts';

interface OutcomeProps {
  asked: Asked;
  tillName: string | undefined;
  view: View;
}

/** What came of it: what was compared, the books, what differs, and folded up what agrees. */
export const Outcome = ({ asked, tillName, view }: OutcomeProps) => (
  <Stack gap="md">
    <AskedFacts asked={asked} tillName={tillName} view={view} />
    <NotAsked terminals={view.answer.terminals} />
    <Books view={view} />
    {view.answer.till ? <TillRead till={view.answer.till} /> : null}
    <Differences view={view} />
    <Agreeing view={view} />
  </Stack>
);
