import { Box, type BoxProps, Group, Title } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type PropsWithChildren, type ReactNode, useId } from 'react';
import { Money } from '../../kit/money.tsx';
import classes from './today.module.css';

interface InvoiceRowsProps<One> {
  rows: readonly One[];
  keyOf(one: One): string | number;
  children(one: One): ReactNode;
}

/** A short list of invoices, each a link. */
export const InvoiceRows = <One,>({ rows, keyOf, children }: InvoiceRowsProps<One>) => (
  <Box component="ul" className="plain-list lined" mt="xs">
    {rows.map((one) => (
      <li key={keyOf(one)}>{children(one)}</li>
    ))}
  </Box>
);

interface InvoiceRowProps extends PropsWithChildren {
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  name: string;
  /** Minor units. */
  amount: number;
  ccy: number;
  /** Under the name; `children` are under the amount. */
  about: ReactNode;
}

export const InvoiceRow = ({ link, name, amount, ccy, about, children }: InvoiceRowProps) => (
  <Link {...link} className={`row-link ${classes.invoice}`}>
    <span className="breaks">{name}</span>
    <strong>
      <Money minor={amount} ccy={ccy} />
    </strong>
    <Small>{about}</Small>
    {children}
  </Link>
);

/** The second line of a row. */
export const Small = (props: PropsWithChildren<BoxProps>) => (
  <Box component="span" fz="xs" c="dimmed" {...props} />
);

export const RowState = ({ children }: PropsWithChildren) => <Small ta="end">{children}</Small>;

export const toInvoice = (id: number): InvoiceRowProps['link'] => ({
  to: '/invoices/$invoiceId',
  params: { invoiceId: String(id) },
});

/** A section with its heading. */
export const Section = ({
  title,
  aside,
  children,
}: PropsWithChildren<{ title: string; aside?: ReactNode }>) => {
  const id = useId();
  return (
    <Box component="section" className="card" miw={0} p="md" aria-labelledby={id}>
      <Group justify="space-between" gap="xs" mih="1.75rem" mb="xs">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Box>
  );
};
