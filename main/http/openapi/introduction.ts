/** Keyed by the first part of the path. */
export const TAGS: Record<string, { name: string; description: string }> = {
  auth: { name: 'Authentication', description: 'Sign in, and keep signed in.' },
  terminals: {
    name: 'Terminals',
    description: 'Payment terminals. The owner makes them and enters their bank token in the program itself.',
  },
  'cash-registers': {
    name: 'Cash registers',
    description: 'QR cash registers, read only: they come from the bank by sync_registers.',
  },
  invoices: { name: 'Invoices', description: 'Ask for a payment, watch it, cancel or refund it.' },
  catalog: { name: 'Catalog', description: 'Categories, units of measure and products.' },
  employees: { name: 'Employees', description: 'Read only, for the owner of the account alone.' },
  account: { name: 'Account', description: 'The signed-in user.' },
  stats: { name: 'Statistics', description: 'Sums over invoices.' },
  events: { name: 'Events', description: 'What has happened, as a list or as a stream.' },
  jobs: { name: 'Jobs', description: 'Scheduled jobs, for the owner of the account alone.' },
  reconciliation: {
    name: 'Reconciliation',
    description: "Payments here, in the bank's statement, and in the till.",
  },
  requests: { name: 'Requests', description: 'The requests of clients, for the owner of the account alone.' },
  system: { name: 'System', description: 'State of the bank connection, the backups and the terminals.' },
  'openapi.json': { name: 'Description', description: 'What there is, and this document.' },
};

export const INTRODUCTION = `Take card and QR payments through your bank's acquiring interface.

**Sign in.** \`POST auth/token/\` with username and password, then send \`Authorization: Bearer <access>\` with every
request. After an hour get a new access token from \`auth/token/refresh/\`. A till sends its key (\`kr_…\`, made by the
owner in the program) in the same header instead, and signs in nowhere.

**Requests.** JSON in UTF-8, at most 1 MiB. The slash at the end of a path may be left out. HEAD works wherever GET does;
OPTIONS answers 204 with \`Allow\`. A field that the service does not know is refused, a query parameter that it does not
know is ignored (with \`Prefer: handling=strict\` refused), and an empty parameter counts as absent. With
\`Accept-Language: uk\` the texts of refusals are Ukrainian.

**Money** is an integer in minor units (1/100): 34000 is 340.00. **Times** are ISO 8601 in UTC.

**Lists** come in pages: follow \`next\` until it is null.

**Instead of polling** for payments, listen to \`GET events/\`.

**Errors** have a \`detail\` for people. 400 has \`errors\` by field, 502 has the bank's \`err_code\`, 500 has a
\`request_id\` to look for in the log.

**Limits.** In 60 seconds 600 requests for each user, and 60 for each address without a token of this service. A token
that has expired still counts for its user. Over it: 429, with \`Retry-After\`.

**Browsers.** What a page of another site sends (by its \`Host\`, \`Origin\` or \`Sec-Fetch-Site\`) is refused with 403
and counts against no limit.

**What is decided where you would have to guess** (defaults, order of refusals, idempotency, refunds, doubt) is in
\`docs/behaviour.md\` of the project.

\`x-kramar-extension: true\` marks what this service has beyond version 1 of the interface.`;
