import { Link, type LinkProps } from '@tanstack/react-router';
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
}) => (
  <nav className={classes.tabs} aria-label={label}>
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
