/** Nearly every shop's, so it comes first; the list of a browser may know it by its former name alone. */
const KYIV = 'Europe/Kyiv';
const FORMERLY = 'Europe/Kiev';

/** Every zone by its name, the one that is set among them. @param kyiv how Kyiv's is called */
export const timeZones = (set: string, kyiv: string): { value: string; label: string }[] => {
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== KYIV && zone !== FORMERLY);
  const missing = set === '' || set === KYIV || known.includes(set) ? [] : [set];
  return [
    { value: KYIV, label: kyiv },
    ...[...missing, ...known].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ];
};
