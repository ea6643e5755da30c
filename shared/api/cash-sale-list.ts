import { datetimeParam, integerParam, pageParams, query } from './query.ts';

export const cashSaleListQuery = query({
  ...pageParams,
  number: integerParam('Only the sale with this number, and its returns.'),
  date_from: datetimeParam('start', 'Entered at or after this time.'),
  date_to: datetimeParam('end', 'Entered at or before this time.'),
});
