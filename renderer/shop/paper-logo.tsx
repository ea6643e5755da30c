import { useQuery } from '@tanstack/react-query';
import { logoQuery } from '../api/queries.ts';
import classes from './paper-logo.module.css';

/** Whether papers carry a logo in the place of the shop's name; undefined while that is read. */
export const useHasLogo = (): boolean | undefined => {
  const { data, isLoading } = useQuery(logoQuery);
  return isLoading ? undefined : typeof data?.image === 'string';
};

/** The shop's logo on a paper, as large as its place allows; nothing where the owner has set none. @param name of the shop */
export const PaperLogo = ({ name }: { name: string }) => {
  const { data } = useQuery(logoQuery);
  if (!data?.image) return null;
  // Width and height give the place its shape before the picture is decoded: a roll is measured by it.
  return <img className={classes.logo} src={data.image} width={data.width} height={data.height} alt={name} />;
};
