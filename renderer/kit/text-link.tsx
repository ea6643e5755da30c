import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, PropsWithChildren } from 'react';
import { type GuideName, guidePath, type OwnerSection } from '../../shared/guides.ts';
import { usePreferences } from '../lib/preferences.ts';

const TextAnchor = (props: AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>) => (
  <Anchor {...props} />
);

/** A link in a text, or a line that is one, to another screen. */
export const TextLink = createLink(TextAnchor);

interface GuideLinkProps extends AnchorProps {
  /** The owner's guide by default. */
  guide?: GuideName;
  section?: OwnerSection;
}

/** A link into a guide, in the language of the screen. */
export const GuideLink = ({
  guide = 'owner',
  section,
  children,
  ...props
}: PropsWithChildren<GuideLinkProps>) => {
  const { language } = usePreferences();
  return (
    <Anchor underline="always" href={guidePath(guide, language, section)} target="kramar-guide" {...props}>
      {children}
    </Anchor>
  );
};
