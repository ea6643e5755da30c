import { Flex, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../lib/figures.ts';

const ARROWS = { more: IconArrowUp, less: IconArrowDown };

/** The change against an earlier period: readable without colours, and in words for screen readers. */
export const ChangeMark = ({ change }: { change: Change }) => {
  const { t } = useTranslation();
  if (!('percent' in change)) return <span>{t(`change.${change.kind}`)}</span>;
  const { kind, percent } = change;
  const Arrow = ARROWS[kind];
  return (
    <>
      <VisuallyHidden>{t(`change.${kind}Words`, { percent })} </VisuallyHidden>
      <Flex
        component="strong"
        className="figures"
        display="inline-flex"
        gap={1}
        align="center"
        fw={600}
        c="var(--mantine-color-text)"
        aria-hidden
      >
        <Arrow size={14} stroke={2.4} />
        {t(`change.${kind}`, { percent })}
      </Flex>
    </>
  );
};
