/** The mark of the program; the same drawing as icon.svg. @param size pixels */
export const Logo = ({ size }: { size: number }) => (
  <img src="/icon.svg" alt="Kramar" width={size} height={size} />
);
