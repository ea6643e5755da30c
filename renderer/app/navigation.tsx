import { IconHelp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../shared/api/account.ts';
import { openGuide } from '../lib/guide.ts';
import { placeOf, placesOf } from './screens.ts';
import classes from './shell.module.css';

const ICON = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/** The places that the account may open, and the guide. @param pathname ahead of the screen while the next one loads */
export const Navigation = ({ account, pathname }: { account: Account; pathname: string }) => {
  const { t } = useTranslation();
  const current = placeOf(pathname);
  return (
    <>
      <div className={classes.places}>
        {placesOf(account).map(({ name, path, icon: Icon, shown }) => (
          <Link
            key={name}
            to={path}
            className={classes.place}
            activeProps={{}}
            aria-current={name === current ? 'page' : undefined}
          >
            <Icon {...ICON} />
            <span className={classes.name}>{t(`places.${name}`)}</span>
            <span className={classes.key} aria-hidden>
              {shown}
            </span>
          </Link>
        ))}
      </div>
      <button type="button" className={classes.place} onClick={() => openGuide(location.pathname)}>
        <IconHelp {...ICON} />
        <span className={classes.name}>{t('places.guide')}</span>
        <span className={classes.key} aria-hidden>
          F1
        </span>
      </button>
    </>
  );
};
