import * as v from 'valibot';
import { shape, string } from '../../shared/api/answers.ts';
import { described } from '../../shared/api/described.ts';
import { version } from '../../shared/version.ts';
import { schemasOf } from './openapi/components.ts';
import { documentSchema, type OpenApiDocument } from './openapi/document.ts';
import { ERROR_RESPONSES, errorResponse } from './openapi/error-responses.ts';
import { HEADERS } from './openapi/headers.ts';
import { INTRODUCTION, TAGS } from './openapi/introduction.ts';
import { PREFER, pathItem, SECURITY, tagOf } from './openapi/operation.ts';
import { definePublicRoute, type Route } from './route.ts';
import { BASE_PATH } from './server.ts';

const resource = shape('Resource', {
  name: string('The path after the base address, without its last slash.', 'invoices'),
  url: string('Its address, on the Host that the request came to.', 'http://127.0.0.1:7480/api/v1/invoices/'),
});

/** The answer at the base address. Beyond version 1. */
export const entrance = shape('Entrance', {
  docs: string('Pages to read about the interface and try it out.', 'http://127.0.0.1:7480/docs/'),
  openapi: string('Its description (OpenAPI 3.1).', 'http://127.0.0.1:7480/api/v1/openapi.json'),
  sign_in: string('Where a token comes from: POST.', 'http://127.0.0.1:7480/api/v1/auth/token/'),
  resources: described(v.array(resource), 'What can be read with a token: GET.', [
    { name: 'invoices', url: 'http://127.0.0.1:7480/api/v1/invoices/' },
  ]),
});

/** Relative to the document's own address, so that the document is the same under every Host and port. */
const SERVER_URL = BASE_PATH.slice(0, -1);

/** `invoices/`, `catalog/products/`: what stands for itself, not a part or a sum of another resource. */
const RESOURCE = /^(?:catalog\/)?[\w-]+\/$/;

/** Adds the routes of the base address and of the description, which describes itself too. */
export const withDescription = (routes: readonly Route[]): Route[] => {
  let document: OpenApiDocument | undefined;
  const resources = routes.flatMap(({ method, path }) =>
    method === 'GET' && RESOURCE.test(path) ? [path] : [],
  );
  const all: Route[] = [
    ...routes,
    definePublicRoute({
      at: 'GET ',
      id: 'getEntrance',
      isExtension: true,
      summary: 'Read what there is at this address',
      description: 'The resources with their addresses, and where the interface is described.',
      answer: entrance,
      handler: ({ origin }) => {
        const base = origin + BASE_PATH;
        return {
          docs: `${origin}/docs/`,
          openapi: `${base}openapi.json`,
          sign_in: `${base}auth/token/`,
          resources: resources.map((path) => ({ name: path.slice(0, -1), url: base + path })),
        };
      },
    }),
    definePublicRoute({
      at: 'GET openapi.json',
      id: 'getDescription',
      isExtension: true,
      summary: 'Read the description of this interface (OpenAPI 3.1)',
      description:
        'This document. Pages to read it and try it out are at `/docs/`, outside the base address.',
      answer: documentSchema,
      handler: () => {
        document ??= openApiDocument(all);
        return document;
      },
    }),
  ];
  return all;
};

/** Builds the OpenAPI 3.1 document from the routes and their schemas. */
const openApiDocument = (routes: readonly Route[]): OpenApiDocument => {
  const schemas = schemasOf(routes);
  const tags = new Set(routes.map(tagOf));
  const byPath = Map.groupBy(routes, ({ path }) => path);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kramar: invoices and payments',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: SERVER_URL, description: 'The service that gave this document.' }],
    security: SECURITY,
    tags: [...tags].map((tag) => TAGS[tag] ?? { name: tag, description: tag }),
    paths: Object.fromEntries([...byPath].map(([path, ofPath]) => [`/${path}`, pathItem(ofPath, schemas)])),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            "The access token that auth/token/ gives, valid for 1 hour; or a till's key (`kr_…`), which the owner makes " +
            'and revokes in the program.',
        },
      },
      schemas,
      parameters: { Prefer: PREFER },
      headers: HEADERS,
      responses: Object.fromEntries(
        Object.entries(ERROR_RESPONSES).map(([name, response]) => [name, errorResponse(response)]),
      ),
    },
  };
};
