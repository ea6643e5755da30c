/** A person's tax number has ten digits (РНОКПП), a company's eight (ЄДРПОУ); another length is shown as a company's. */
export const taxNumberKind = (number: string): 'rnokpp' | 'edrpou' =>
  /^\d{10}$/.test(number) ? 'rnokpp' : 'edrpou';
