import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cart } from '../../../../shared/api/carts.ts';
import { formatAmount } from '../../../../shared/money.ts';
import { newKey } from '../../../api/keyed-attempts.ts';
import { invalidate } from '../../../api/keys.ts';
import { deleteCart, parkCart, returnCart, takeCart } from '../../../api/mutations.ts';
import { cartsQuery } from '../../../api/queries.ts';
import { Act, Hint } from '../../../kit/act.tsx';
import { FailureCallout } from '../../../kit/callout.tsx';
import { Dialog } from '../../../kit/dialog.tsx';
import { Key } from '../../../kit/key.tsx';
import { QueryView } from '../../../kit/query-view.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { useDates } from '../../../shop/use-dates.ts';
import { detailsFields, itemOf } from '../charge-of.ts';
import { type Form, linesOf } from '../form.ts';
import classes from './carts.module.css';

interface CartsDialogProps {
  /** The cart that the taken one takes the place of: it is set aside. */
  present: Form | undefined;
  /** Something that the seller added is not in it yet. */
  isLooking: boolean;
  /** Sets it aside without taking another. */
  onPark: (() => void) | undefined;
  onTaken(cart: Cart): void;
  onClose(): void;
}

/** The carts that are set aside, and those that were taken back within a day. */
export const CartsDialog = ({ present, isLooking, onPark, onTaken, onClose }: CartsDialogProps) => {
  const { t } = useTranslation('charge');
  const queries = useQueryClient();
  const action = useAction();
  const dates = useDates();
  const { park, usualName } = useParking();
  const waiting = useQuery(cartsQuery(false));
  const taken = useQuery(cartsQuery(true));
  // One key for each cart, so that a second try after a lost answer gets the same cart.
  const keys = useRef(new Map<number, string>());
  const keyOf = (id: number): string => {
    const key = keys.current.get(id) ?? newKey();
    keys.current.set(id, key);
    return key;
  };
  const run = (work: () => Promise<unknown>): void =>
    void action.run(async () => {
      await work().finally(() => void invalidate(queries, 'cart'));
    });
  const take = ({ id }: Cart): void =>
    run(async () => {
      const cart = await takeCart(id, keyOf(id));
      keys.current.delete(id);
      if (present)
        await park(present, usualName()).catch(async (error: unknown) => {
          // This one stays, so that one goes back.
          await returnCart(id).catch(() => undefined);
          throw error;
        });
      onClose();
      onTaken(cart);
    });
  const { failure } = action;
  const takenBy = failure?.kind === 'invalid' ? failure.codes?.is_taken?.[0] : undefined;

  return (
    <Dialog title={t('carts.title')} size="38rem" isBusy={action.isBusy} onClose={onClose}>
      <Stack gap="md">
        {takenBy?.code === 'taken' ? (
          <Text role="alert" size="sm" data-tone="working" c="var(--tone)">
            {t('carts.taken', {
              by: takenBy.facts.by || t('carts.somebody'),
              at: dates.short(Date.parse(String(takenBy.facts.at))),
            })}
          </Text>
        ) : (
          <FailureCallout failure={failure} />
        )}
        {onPark ? (
          <Group justify="space-between">
            <Hint>{t('carts.swap')}</Hint>
            <Act size="xs" rightSection={<Key name="F8" />} onClick={onPark} text={t('carts.park')} />
          </Group>
        ) : null}
        <QueryView query={waiting} rows={2} height={64}>
          {({ results }) =>
            results.length === 0 ? (
              <Text c="dimmed">{t('carts.none')}</Text>
            ) : (
              <CartList label={t('carts.title')} carts={results}>
                {(cart) => (
                  <>
                    <Act
                      tone="main"
                      size="xs"
                      data-autofocus={cart === results[0] || undefined}
                      disabled={action.isBusy || isLooking}
                      aria-label={t('carts.takeNamed', { name: nameOf(cart) })}
                      onClick={() => take(cart)}
                      text={t('carts.take')}
                    />
                    <Button
                      size="xs"
                      variant="subtle"
                      color="red"
                      disabled={action.isBusy}
                      aria-label={t('carts.deleteNamed', { name: nameOf(cart) })}
                      onClick={() => run(() => deleteCart(cart.id))}
                    >
                      {t('words.delete')}
                    </Button>
                  </>
                )}
              </CartList>
            )
          }
        </QueryView>
        {taken.data && taken.data.results.length > 0 ? (
          <details>
            <Box component="summary" py={4} fz="sm" c="dimmed">
              {t('carts.takenTitle', { count: taken.data.results.length })}
            </Box>
            <CartList label={t('carts.takenLabel')} carts={taken.data.results}>
              {(cart) =>
                cart.can_return ? (
                  <Act
                    size="xs"
                    disabled={action.isBusy}
                    aria-label={t('carts.returnNamed', { name: nameOf(cart) })}
                    onClick={() => run(() => returnCart(cart.id))}
                    text={t('carts.return')}
                  />
                ) : null
              }
            </CartList>
          </details>
        ) : null}
      </Stack>
    </Dialog>
  );
};

/** The name, or what is in it. */
const nameOf = ({ name, lines }: Cart): string =>
  name ||
  lines
    .map((line) => line.name)
    .join(', ')
    .slice(0, 60);

interface CartListProps {
  label: string;
  carts: readonly Cart[];
  children(cart: Cart): ReactNode;
}

const CartList = ({ label, carts, children }: CartListProps) => {
  const { t } = useTranslation('charge');
  const dates = useDates();
  return (
    <Stack component="ul" className="plain-list" gap={0} aria-label={label}>
      {carts.map((cart) => (
        <li key={cart.id} className={classes.cart}>
          <Box className="breaks" flex="1 1 12rem" miw={0}>
            <Text fw={550}>{nameOf(cart)}</Text>
            <Hint>
              {[
                t('carts.lines', { count: cart.lines.length }),
                cart.is_taken
                  ? t('carts.takenBy', {
                      by: cart.taken_by,
                      at: dates.short(Date.parse(cart.taken_at ?? '')),
                    })
                  : t('words.byAt', { by: cart.created_by, at: dates.short(Date.parse(cart.created_at)) }),
              ].join(' · ')}
            </Hint>
            {cart.remark === '' ? null : <Text size="sm">{cart.remark}</Text>}
          </Box>
          <Text fw={600} className="figures">
            {formatAmount(cart.amount)}
          </Text>
          <Group gap={4} flex="none">
            {children(cart)}
          </Group>
        </li>
      ))}
    </Stack>
  );
};

/** Sets a cart aside. The same content keeps its Idempotency-Key, so that a second try makes no second cart. */
export const useParking = () => {
  const { t } = useTranslation('charge');
  const queries = useQueryClient();
  const dates = useDates();
  const kept = useRef<{ content: string; key: string }>(undefined);
  /** `Кошик 14:32`: a cart without a name is found by its time. */
  const usualName = (): string => t('carts.usualName', { time: dates.time(Date.now()) });
  /** @throws ApiError */
  const park = async (form: Form, name: string): Promise<void> => {
    const lines = linesOf(form, t('amount.line')).map(itemOf);
    const body = { name, remark: '', lines, ...detailsFields(form.details) };
    const content = JSON.stringify({ ...body, name: '' });
    if (kept.current?.content !== content) kept.current = { content, key: newKey() };
    await parkCart(body, kept.current.key).finally(() => void invalidate(queries, 'cart'));
    kept.current = undefined;
  };
  return { park, usualName };
};
