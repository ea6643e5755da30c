import { ActionIcon, Box, Stack, Text, TextInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../../shared/money.ts';
import { type RefundDraft, type ReturnableLine, readLine, remainingTyped, stepLine } from './draft.ts';
import classes from './refund.module.css';

interface RefundLinesProps {
  lines: readonly ReturnableLine[];
  ccy: number;
  draft: RefundDraft;
  onChange(draft: RefundDraft): void;
}

/** The returned lines and their quantities. */
export const RefundLines = ({ lines, ccy, draft, onChange }: RefundLinesProps) => (
  <Stack component="ul" className="plain-list" gap={0} mah="40vh" style={{ overflowY: 'auto' }}>
    {lines.map((line, index) => (
      <Line
        key={line.item.id}
        line={line}
        ccy={ccy}
        draft={draft}
        onChange={onChange}
        isFirst={index === 0}
      />
    ))}
  </Stack>
);

interface LineProps extends Omit<RefundLinesProps, 'lines'> {
  line: ReturnableLine;
  isFirst: boolean;
}

const Line = ({ line, ccy, draft, onChange, isFirst }: LineProps) => {
  const { t } = useTranslation('invoices');
  const { id, name, unit } = line.item;
  const max = [remainingTyped(line), unit].filter(Boolean).join('\u00a0');
  const read = readLine(line, draft);
  const step = (by: 1 | -1): void => onChange(stepLine(line, draft, by));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <li className={`ruled-below ${classes.line}`}>
      <Box className="breaks" fz="sm">
        {name}
        <Text
          size="xs"
          className="figures"
          {...('fault' in read ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}
        >
          {'fault' in read
            ? t(`refund.quantityFault.${read.fault}`, { most: max })
            : t('refund.upTo', { most: max })}
        </Text>
      </Box>
      <div className={classes.quantity}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('words.decrease', { name })}
          onClick={() => step(-1)}
        >
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <TextInput
          size="sm"
          inputMode="decimal"
          aria-label={t('refund.quantity', { name })}
          placeholder="0"
          {...(isFirst ? { 'data-autofocus': true } : {})}
          error={'fault' in read}
          value={draft.quantities[id] ?? ''}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) =>
            onChange({ ...draft, quantities: { ...draft.quantities, [id]: event.currentTarget.value } })
          }
          onKeyDown={onKeyDown}
        />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('words.increase', { name })}
          onClick={() => step(1)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </div>
      <Text
        className="figures one-line"
        ta="end"
        fz="sm"
        {...('part' in read && read.part > 0 ? {} : { c: 'dimmed' })}
      >
        {'part' in read && read.part > 0 ? formatAmount(read.amount, ccy) : '—'}
      </Text>
    </li>
  );
};
