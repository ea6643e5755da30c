/** The shop's time zone: every moment on the screen is shown in it, wherever the computer thinks it is. */
const timeZone = 'Europe/Kyiv';

const format = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options });

const dayOf = (moment: Date) => format('en-CA', { dateStyle: 'short' }).format(moment);

/** `14:32` */
export function formatTime(moment: Date, locale: string): string {
  return format(locale, { hour: '2-digit', minute: '2-digit', hour12: false }).format(moment);
}

/** `сьогодні, 14:32` or `21.11.2025, 14:32` */
export function formatMoment(moment: Date, locale: string, today: string): string {
  const day =
    dayOf(moment) === dayOf(new Date())
      ? today
      : format(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(moment);
  return `${day}, ${formatTime(moment, locale)}`;
}
