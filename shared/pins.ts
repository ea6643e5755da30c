/** The rules of a PIN, for the window and the program. Pure. */

export const MIN_PIN_LENGTH = 4;
export const MAX_PIN_LENGTH = 6;
/** Wrong PINs in a row, after which the password is needed. */
export const MOST_WRONG_PINS = 5;

/** The lengths of repeated parts that make a PIN weak: 1111, 1212, 123123. */
const REPEATED = [1, 2, 3];

export const isPin = (pin: string): boolean =>
  /^\d+$/.test(pin) && pin.length >= MIN_PIN_LENGTH && pin.length <= MAX_PIN_LENGTH;

/** Whether a PIN is among the first that people try: one part repeated, or digits in a row. */
export const isWeakPin = (pin: string): boolean => {
  const isRepeated = REPEATED.some(
    (length) => length < pin.length && pin === pin.slice(0, length).repeat(pin.length).slice(0, pin.length),
  );
  const steps = new Set([...pin.slice(1)].map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10));
  const [step] = steps;
  return isRepeated || (steps.size === 1 && (step === 1 || step === 9));
};
