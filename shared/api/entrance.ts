import * as v from 'valibot';
import { shape, string } from './answers.ts';
import { described } from './described.ts';

const resource = shape('Resource', {
  name: string('The path after the base address, without its last slash.', 'invoices'),
  url: string('Its address, on the Host that the request came to.', 'http://127.0.0.1:7480/api/v1/invoices/'),
});

/** What a client finds at the base address. Beyond version 1. */
export const entrance = shape('Entrance', {
  docs: string('Pages to read about the interface and try it out.', 'http://127.0.0.1:7480/docs/'),
  openapi: string('Its description (OpenAPI 3.1).', 'http://127.0.0.1:7480/api/v1/openapi.json'),
  sign_in: string('Where a token comes from: POST.', 'http://127.0.0.1:7480/api/v1/auth/token/'),
  resources: described(v.array(resource), 'What can be read with a token: GET.', [
    { name: 'invoices', url: 'http://127.0.0.1:7480/api/v1/invoices/' },
  ]),
});
