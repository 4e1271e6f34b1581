import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { ErrorAnswer, refusals } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { product } from '#contract/product.ts';
import { refusalsOf } from './declared-refusals.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the whole API, made from the contract. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [concept, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(concept, name, call) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: product.name, version: product.version, description: product.tagline },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(ErrorAnswer, 'output') },
    },
  };
}

function operation(concept: string, name: string, call: Call): Json {
  return {
    operationId: `${concept}.${name}`,
    tags: [concept],
    summary: call.summary,
    'x-who': call.who,
    'x-spec': call.spec,
    ...(call.who === 'public' ? {} : { security: [{ session: [] }] }),
    parameters: parameters(call),
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(call.body, 'input') } },
      },
    }),
    responses: {
      [call.status]: answer(call, call.summary),
      ...(call.idempotencyKey && call.status === 201 ? { 200: answer(call, 'The answer of a repeat.') } : {}),
      ...refusalResponses(call),
    },
  };
}

const answer = (call: Call, description: string): Json => ({
  description,
  content: { 'application/json': { schema: jsonSchema(call.answer, 'output') } },
});

function parameters(call: Call): Json[] {
  const fields = (part: z.ZodObject | undefined, place: 'path' | 'query') =>
    Object.entries(part?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: place,
      required: !(schema as z.ZodType).safeParse(undefined).success,
      schema: jsonSchema(schema as z.ZodType, 'input'),
    }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  };
  return [
    ...fields(call.params, 'path'),
    ...fields(call.query, 'query'),
    ...(call.idempotencyKey ? [key] : []),
  ];
}

function refusalResponses(call: Call): Json {
  const byStatus = Map.groupBy(refusalsOf(call), (code) => refusals[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
