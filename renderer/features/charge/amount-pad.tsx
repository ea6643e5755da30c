import { CloseButton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconBackspace, IconPlus } from '@tabler/icons-react';
import { memo, type RefObject, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { Act } from '../../kit/act.tsx';
import { Key } from '../../kit/key.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { type AmountFault, parseAmount } from '../../lib/money.ts';
import { isEnter } from '../../shop/session/hotkeys.ts';
import classes from './amount-pad.module.css';
import type { FormAction } from './form.ts';
import { canBecomeAmount, PAD_KEYS, type PadKey, press } from './pad.ts';

interface AmountPadProps {
  entry: RefObject<HTMLInputElement | null>;
  value: string;
  /** The fault found at submit. */
  fault: AmountFault | undefined;
  /** The sum becomes a line of the cart. */
  isAdded: boolean;
  fill(action: FormAction): void;
}

/** An input for the amount, with a touch pad below it. */
export const AmountPad = ({ entry, value, fault, isAdded, fill }: AmountPadProps) => {
  const { t } = useTranslation('charge');
  const parsed = parseAmount(value);
  const hopeless = parsed.fault && parsed.fault !== 'empty' && !isUnderWay(value, parsed.fault);
  const shown = fault ?? (hopeless ? parsed.fault : undefined);

  const addLine = useCallback(() => fill({ type: 'ownSum', name: t('amount.line') }), [fill, t]);
  const onChange = useCallback((amount: string) => fill({ type: 'amount', amount }), [fill]);
  const pressed = useCallback(
    (key: PadKey): void => {
      const field = entry.current;
      if (!field) return;
      const end = field.value.length;
      const next = press(
        { text: field.value, start: field.selectionStart ?? end, end: field.selectionEnd ?? end },
        key,
      );
      onChange(next.text);
      requestAnimationFrame(() => field.setSelectionRange(next.start, next.end));
    },
    [entry, onChange],
  );

  return (
    // Room for the ring of the focus, which overflow would cut.
    <Stack className={classes.pad ?? ''} gap="xs" flex={1} w="100%" mih={0} p={4} my={-4} mx="auto">
      <MoneyInput
        ref={entry}
        label={t('words.amountUah')}
        classNames={{ input: classes.display ?? '' }}
        errorProps={{ fz: 'sm' }}
        enterKeyHint="done"
        maxLength={40}
        // Whoever has begun to type in the search goes on there.
        autoFocus={!(document.activeElement instanceof HTMLInputElement)}
        placeholder={t('amount.placeholder')}
        value={value}
        fault={shown}
        onChange={onChange}
        onKeyDown={(event) => {
          if (!isAdded || !isEnter(event)) return;
          event.preventDefault();
          addLine();
        }}
        rightSection={
          value === '' ? null : (
            <CloseButton
              size="lg"
              aria-label={t('amount.clear')}
              onClick={() => {
                onChange('');
                entry.current?.focus();
              }}
            />
          )
        }
      />
      <Text
        component="output"
        className="figures"
        c="dimmed"
        mih="1.55em"
        {...(shown && { display: 'none' })}
      >
        {parsed.fault ? t('amount.hint') : t('amount.echo', { amount: formatAmount(parsed.minor) })}
      </Text>
      <Keys onPress={pressed} />
      {isAdded ? (
        <Act
          icon={IconPlus}
          disabled={parsed.fault !== undefined}
          rightSection={<Key name="Enter" />}
          onClick={addLine}
          text={t('amount.addLine')}
        />
      ) : null}
    </Stack>
  );
};

const Keys = memo(({ onPress }: { onPress(key: PadKey): void }) => {
  const { t } = useTranslation('charge');
  return (
    <fieldset className={classes.keys} aria-label={t('amount.pad')}>
      {PAD_KEYS.map((key) => (
        <UnstyledButton
          key={key}
          type="button"
          // Not a Tab stop: a keyboard has these keys, and the button is one Tab after the display.
          tabIndex={-1}
          className={`card ${classes.key}`}
          aria-label={key === 'back' ? t('amount.back') : key === ',' ? t('amount.comma') : undefined}
          // Keeps the caret in the display.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPress(key)}
        >
          {key === 'back' ? <IconBackspace size={26} stroke={1.7} aria-hidden /> : key}
        </UnstyledButton>
      ))}
    </fieldset>
  );
});

const isUnderWay = (typed: string, fault: AmountFault): boolean =>
  fault === 'format' ? canBecomeAmount(typed) : /^[0,.]*$/u.test(typed.trim());
