/** IBAN, ISO 13616: two letters, two check digits, up to 30 letters and digits; a Ukrainian one has 29 characters. */
const SHAPE = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;
const UKRAINIAN = /^UA\d{27}$/;

/** Without spaces, in capitals: as it is stored. */
export const bareIban = (typed: string): string => typed.replaceAll(/\s+/g, '').toUpperCase();

/** Whether the check digits fit (ISO 7064, mod 97-10). @param iban bare */
export const isIban = (iban: string): boolean => {
  if (!SHAPE.test(iban) || (iban.startsWith('UA') && !UKRAINIAN.test(iban))) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
};

/** `UA21 3223 1300 0002 6007 2335 6600 1`: in groups of four, as it is read out. */
export const shownIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
