/** `123450` → `1 234,50 ₴`, as on the screens; the spaces do not break. */
export const formatAmount = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, '\u00a0');
  return `${minor < 0 ? '−' : ''}${whole},${digits.slice(-2)}\u00a0₴`;
};
