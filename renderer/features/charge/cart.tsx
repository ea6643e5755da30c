import { ActionIcon, Text } from '@mantine/core';
import { IconArrowLeft, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../shared/money.ts';
import { Fault } from '../../kit/act.tsx';
import type { ChangedPrice } from './changed-prices.tsx';
import classes from './charge.module.css';
import { amountOf, type Faults } from './charge-of.ts';
import { Discount } from './discount.tsx';
import { type Form, type FormAction, linesOf } from './form.ts';
import { LineRow } from './line-row.tsx';
import { DetailChips } from './more.tsx';

interface CartProps {
  form: Form;
  faults: Faults;
  fill(action: FormAction): void;
  isCatalogOnly: boolean;
  changed: readonly ChangedPrice[];
  /** The sum of the pad stands among the lines. */
  isPadShown: boolean;
  /** An invoice is being created, or its outcome is being found out. */
  isLocked: boolean;
  /** Of the line that was scanned just now. */
  scanned: number | undefined;
  /** On a phone: whether it covers the screen. */
  isOpen: boolean;
  onClose(): void;
  /** Buttons of the head. */
  head: ReactNode;
  /** Below it. */
  location: ReactNode;
  /** What keeps the sale from being charged, or may. */
  notices: ReactNode;
  /** In the place of the button. */
  tender: ReactNode;
}

/** The cart: its lines scroll, its total and its button are always in sight. */
export const Cart = (props: CartProps) => {
  const { form, faults, fill, isCatalogOnly, changed, isPadShown, isLocked, scanned, isOpen, onClose } =
    props;
  const { t } = useTranslation('charge');
  const { lines } = form;
  const list = useRef<HTMLUListElement>(null);
  const pending = isPadShown && lines.length > 0 ? linesOf(form)[lines.length] : undefined;
  // Scrolls a long list to the newest line.
  const count = lines.length;
  useEffect(() => {
    if (count > 0) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [count]);

  return (
    <aside
      className={`card ${classes.cart} ${isLocked ? classes.locked : ''}`}
      data-open={isOpen}
      aria-label={t('cart.title')}
    >
      <div className={classes.head} inert={isLocked}>
        <ActionIcon
          className={classes.close ?? ''}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('cart.back')}
          onClick={onClose}
        >
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        <Text component="h2" fw={650} fz="md" m={0}>
          {t('cart.title')}
        </Text>
        <Text c="dimmed" className="figures" aria-hidden>
          {count === 0 ? '' : count}
        </Text>
        <span className={classes.grow} />
        {props.head}
      </div>
      {props.location}
      {count === 0 ? (
        <div className={classes.empty}>
          {faults.lines ? (
            <Fault role="alert" size="md">
              {t(`lines.faults.${faults.lines}`)}
            </Fault>
          ) : (
            <Text c="dimmed">{t('cart.empty')}</Text>
          )}
        </div>
      ) : (
        <ul
          ref={list}
          className={`plain-list ${classes.lines}`}
          aria-label={t('lines.label')}
          inert={isLocked}
        >
          {lines.map((line) => (
            <LineRow
              key={line.key}
              line={line}
              faults={faults.line.get(line.key)}
              fill={fill}
              isCatalogOnly={isCatalogOnly}
              priceNow={changed.find(({ key }) => key === line.key)?.now}
              isNew={line.key === scanned}
            />
          ))}
          {pending ? (
            <li className={`${classes.line} ${classes.pending}`} aria-hidden>
              <span className={classes.name}>{t('amount.line')}</span>
              <span />
              <span className={`figures ${classes.sum}`}>{pending.price}</span>
            </li>
          ) : null}
        </ul>
      )}
      <div className={classes.foot}>
        {props.notices}
        {count > 0 && faults.lines ? <Fault role="alert">{t(`lines.faults.${faults.lines}`)}</Fault> : null}
        <div className={classes.extras} inert={isLocked}>
          {isCatalogOnly && form.details.discount === '' ? null : (
            <Discount form={form} fault={faults.discount} fill={fill} isLocked={isLocked} />
          )}
          <DetailChips details={form.details} fill={fill} />
        </div>
        <Total form={form} />
        {props.tender}
      </div>
    </aside>
  );
};

const Total = ({ form }: { form: Form }) => {
  const { t } = useTranslation('charge');
  const amount = amountOf(form);
  return (
    <div className={`ends ${classes.total}`}>
      <span>{t('words.total')}</span>
      <output className="figures" aria-label={t('words.total')}>
        {amount === undefined && (form.lines.length > 0 || form.amount !== '')
          ? '—'
          : formatAmount(amount ?? 0)}
      </output>
    </div>
  );
};

/** How many pieces are in the cart; what is weighed is one. */
const piecesOf = (form: Form): number =>
  linesOf(form).reduce((sum, { quantity }) => sum + (/^\d+$/.test(quantity) ? Number(quantity) : 1), 0);

/** On a phone: opens the cart, which covers the screen. */
export const PhoneBar = ({ form, onOpen }: { form: Form; onOpen(): void }) => {
  const { t } = useTranslation('charge');
  return (
    <button type="button" className={classes.phoneBar} onClick={onOpen}>
      <span className={classes.phoneCount}>{piecesOf(form)}</span>
      <span className={classes.grow}>{t('cart.title')}</span>
      <span className="figures">{formatAmount(amountOf(form) ?? 0)}</span>
      <IconChevronUp size={20} aria-hidden />
    </button>
  );
};
