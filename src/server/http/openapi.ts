import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { ErrorAnswer, type RefusalCode, refusals } from '#contract/errors.ts';
import { api } from '#contract/index.ts';
import { product } from '#contract/product.ts';
import { type EncodedDocument, encodeDocument, sendEncoded } from './encoded-document.ts';
import { refusalsOf } from './guards.ts';
import { type RawContent, type RawOperation, rawOperations } from './raw-operations.ts';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the whole API, generated from the contract and the list of raw routes. Its schemas take
 * more than 100 ms, so it yields to requests after each call.
 */
export async function openApiDocument(publicUrl: string): Promise<Json> {
  const paths: Record<string, Json> = {};
  for (const [concept, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries(calls) as [string, Call][]) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(concept, name, call) };
      await setImmediate();
    }
  }
  for (const raw of rawOperations) {
    paths[raw.path] = { ...paths[raw.path], [raw.method.toLowerCase()]: rawOperation(raw) };
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
    ...securityOf(call),
    parameters: parameters(call),
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(call.body, 'input') } },
      },
    }),
    responses: {
      [call.status]: answer(call, call.summary),
      ...(call.idempotencyKey && call.status === 201
        ? { 200: answer(call, 'The response to a repeat.') }
        : {}),
      ...refusalResponses(refusalsOf(call)),
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

function rawOperation(raw: RawOperation): Json {
  const { name, path, summary, who, headers = {}, body, answers, refusals: codes } = raw;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inHeader = Object.entries(headers).map(([header, description]) => ({
    name: header,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
  const contentOf = ({ type, schema }: RawContent) => ({
    [type]: schema ? { schema: jsonSchema(schema, 'output') } : {},
  });
  const responses = Object.entries(answers).map(([status, answer]) => [
    status,
    { description: answer.description, content: contentOf(answer) },
  ]);
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary,
    'x-who': who,
    'x-spec': [],
    ...(codes.includes('not_authenticated') ? { security: [{ session: [] }] } : {}),
    parameters: [...inPath, ...inHeader],
    ...(body && {
      requestBody: { required: true, description: body.description, content: contentOf(body) },
    }),
    responses: { ...Object.fromEntries(responses), ...refusalResponses(codes) },
  };
}

function refusalResponses(codes: readonly RefusalCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => refusals[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** Alternatives; the empty one means no session. */
function securityOf({ who }: Call): object {
  if (who === 'public') return {};
  return { security: who === 'everybody' ? [{}, { session: [] }] : [{ session: [] }] };
}

/** `/api/openapi.json`, generated at the first request so that the server starts sooner. */
export function serveOpenApi(app: FastifyInstance, publicUrl: string): void {
  let made: Promise<EncodedDocument> | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    made ??= openApiDocument(publicUrl).then((document) => encodeDocument(JSON.stringify(document)));
    const document = await made;
    reply
      .type('application/json; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' });
    return sendEncoded(request, reply, document);
  });
}
