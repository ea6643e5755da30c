/** An invoice's number as people read it: `000015`. */
export const numberDisplay = (number: number): string => String(number).padStart(6, '0');
