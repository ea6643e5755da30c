/** First in the list, as nearly every shop uses it; some browsers know it only by its former name. */
const KYIV = 'Europe/Kyiv';
const FORMERLY = 'Europe/Kiev';

/** All zones by name, including the stored one. @param kyiv the shown name of Kyiv's zone */
export const timeZones = (set: string, kyiv: string): { value: string; label: string }[] => {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== KYIV && zone !== FORMERLY);
  const missing = set === '' || set === KYIV || known.includes(set) ? [] : [set];
  return [
    { value: KYIV, label: kyiv },
    ...[...missing, ...known].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ];
};
