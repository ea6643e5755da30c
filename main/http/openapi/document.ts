import * as v from 'valibot';
import type { Example } from '../route.ts';
import type { Header } from './headers.ts';
import type { Schema, Schemas } from './schemas.ts';

/** The answer that holds the document; OpenAPI itself defines its content. */
export const documentSchema: v.GenericSchema = v.pipe(
  v.looseObject({ openapi: v.string(), info: v.looseObject({}), paths: v.looseObject({}) }),
  v.title('OpenApiDocument'),
  v.examples([{ openapi: '3.1.1', info: { title: 'Kramar' }, paths: {} }]),
);

/** The part of OpenAPI 3.1 that our document uses. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: { url: string; description: string }[];
  security: SecurityRequirement[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    securitySchemes: object;
    schemas: Schemas;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    responses: Record<string, Response>;
  };
}

export interface SecurityRequirement {
  bearer: [];
}

export type Method = 'get' | 'post' | 'patch' | 'delete';

export type PathItem = { parameters: (Parameter | Reference)[] } & Partial<Record<Method, Operation>>;

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Empty: needs no token. */
  security: SecurityRequirement[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; description?: string; content: Content };
  responses: Record<string, Response | Reference>;
  'x-kramar-extension'?: true;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: true;
  description: string;
  schema: Schema;
  style?: 'form';
  explode?: false;
  example?: unknown;
  'x-kramar-extension'?: true;
}

export interface Response {
  description: string;
  headers: Record<string, Reference>;
  /** Absent with 204. */
  content?: Content;
}

export interface Reference {
  $ref: string;
}

interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

/** By media type: JSON, a stream of events, lines of JSON, or a file. */
type Content = Partial<Record<'application/json', MediaType>> & {
  /** Server-sent events. */
  'text/event-stream'?: MediaType & { example?: string };
} & Record<string, MediaType>;
