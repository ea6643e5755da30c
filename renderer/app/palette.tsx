import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/account.ts';
import { takeEarlyKeys } from '../shop/session/early-inputs.ts';
import { useFixedActions } from './palette-actions.tsx';
import { useFoundActions } from './palette-found.tsx';
import { palette, paletteStore, selectFirst } from './palette-store.ts';

/** One search for everything: sections, actions, settings, invoices, products, people. */
export const Palette = ({ account }: { account: Account }) => {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isTypedEarly = useRef(false);
  // The palette is loaded when it is first opened, so it opens itself.
  useEffect(() => palette.open(), []);
  const text = query.trim();
  const fixed = matching(useFixedActions(account), text);
  const found = useFoundActions(account, text);
  const shown = [...fixed, ...found].flatMap(({ actions }) => actions.map(({ id }) => id)).join(' ');
  // Results come after the typing: Enter opens the first that is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other results are shown
  useEffect(() => {
    if (text !== '') selectFirst(field.current?.closest('[role="dialog"]'));
  }, [shown]);
  return (
    <Spotlight
      store={paletteStore}
      // shortcuts.tsx opens it by the physical key, which works in every keyboard layout.
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      // The last text can be searched again, or typed over.
      clearQueryOnClose={false}
      onSpotlightOpen={() => {
        if (!isTypedEarly.current) field.current?.select();
      }}
      actions={[...fixed, ...found]}
      filter={(_query, actions) => actions}
      nothingFound={t('palette.nothing')}
      highlightQuery
      // At a fixed height, so that results that arrive move nothing.
      centered={false}
      yOffset="12vh"
      scrollable
      maxHeight="70vh"
      attributes={{ content: { 'aria-label': t('palette.label') } }}
      searchProps={{
        ref: field,
        onFocus: () => {
          isTypedEarly.current = false;
          takeEarlyKeys('palette', (inputs) => {
            const typed = inputs.flatMap((input) => ('text' in input ? input.text : [])).join('');
            isTypedEarly.current = typed !== '';
            if (typed !== '') setQuery(typed);
          });
        },
        leftSection: <IconSearch size={20} aria-hidden />,
        placeholder: t('palette.find'),
        'aria-label': t('palette.label'),
      }}
    />
  );
};

/** The actions that have every word of the text in their name. */
const matching = (groups: SpotlightActionGroupData[], text: string): SpotlightActionGroupData[] => {
  const words = text.toLocaleLowerCase().split(/\s+/u);
  const isMatch = (label: string | undefined): boolean =>
    words.every((word) => (label ?? '').toLocaleLowerCase().includes(word));
  return groups
    .map(({ group, actions }) => ({ group, actions: actions.filter(({ label }) => isMatch(label)) }))
    .filter(({ actions }) => actions.length > 0);
};
