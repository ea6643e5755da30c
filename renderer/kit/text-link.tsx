import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

const TextAnchor = (props: AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>) => (
  <Anchor {...props} />
);

/** A link in a text, or a line that is one, to another screen. */
export const TextLink = createLink(TextAnchor);
