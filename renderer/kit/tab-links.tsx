import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './tab-links.module.css';

export interface TabLink {
  name: string;
  label: string;
  /** Where it leads. */
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
}

/** Tabs of a section, each with its own address. */
export const TabLinks = ({
  label,
  tabs,
  shown,
}: {
  label: string;
  tabs: readonly TabLink[];
  shown: string;
}) => {
  const nav = useRef<HTMLElement>(null);
  // On a phone the row scrolls: the shown tab comes to its middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is shown
  useEffect(() => {
    const tab = nav.current?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
    if (!nav.current || !tab) return;
    const row = nav.current.getBoundingClientRect();
    nav.current.scrollLeft += tab.left + tab.width / 2 - (row.left + row.width / 2);
  }, [shown]);
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {tabs.map(({ name, label: text, link }) => (
        <Link
          key={name}
          {...link}
          className={classes.tab}
          aria-current={name === shown ? 'page' : undefined}
          // `shown` alone marks the active tab; by default the router marks one whose address is the beginning of this.
          activeProps={{}}
          activeOptions={{ exact: true }}
        >
          {text}
        </Link>
      ))}
    </nav>
  );
};
