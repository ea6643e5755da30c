import { version } from '../../shared/version.ts';
import { schemasOf } from './openapi/components.ts';
import { documentSchema, type OpenApiDocument } from './openapi/document.ts';
import { ERROR_RESPONSES, errorResponse } from './openapi/error-responses.ts';
import { HEADERS } from './openapi/headers.ts';
import { INTRODUCTION, TAGS } from './openapi/introduction.ts';
import { PREFER, pathItem, SECURITY, tagOf } from './openapi/operation.ts';
import { definePublicRoute, type Route } from './route.ts';
import { BASE_PATH } from './server.ts';

/** Relative to the document's own address, so that the document is the same under every Host and port. */
const SERVER_URL = BASE_PATH.slice(0, -1);

/** Adds the route of the description, which describes itself too. */
export const withDescription = (routes: readonly Route[]): Route[] => {
  let document: object | undefined;
  const all: Route[] = [
    ...routes,
    definePublicRoute({
      method: 'GET',
      path: 'openapi.json',
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
