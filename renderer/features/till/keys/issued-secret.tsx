import { Text } from '@mantine/core';
import type { PropsWithChildren } from 'react';
import { CopyBlock } from '../copy-block.tsx';
import { ShownOnce } from '../shown-once.tsx';

interface IssuedSecretProps {
  title: string;
  /** Instructions. */
  text: string;
  secret: string;
  /** For screen readers. */
  copyLabel: string;
  onDone(): void;
}

/** A key or a secret, shown once. */
export const IssuedSecret = (props: PropsWithChildren<IssuedSecretProps>) => {
  const { title, text, secret, copyLabel, onDone, children } = props;
  return (
    <ShownOnce title={title} onDone={onDone}>
      <Text size="sm">{text}</Text>
      <CopyBlock text={secret} label={copyLabel} />
      {children}
    </ShownOnce>
  );
};
