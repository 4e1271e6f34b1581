import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { nastyStrings, unholdableStrings } from '../texts/nasty-strings.ts';

/** The parts of a JSON Schema that the contract's schemas have. */
const Node = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

const nasty = fc.constantFrom(...[...nastyStrings, ...unholdableStrings].map(([, text]) => text));
/** Values of every kind that a schema may not have thought of. */
export const anyValue: Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.constantFrom<unknown>(null, true, '', ' ', 0, -1, 1.5, 1e308, -0, 2 ** 53, [], {}, [[]], [null]),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.integer({ min: 1, max: 6000 }).map((length) => 'x'.repeat(length)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Nothing, but for one time of so many. */
export const rarely = <T>(oneOf: number, arbitrary: Arbitrary<T>): Arbitrary<T | undefined> =>
  fc.oneof({ weight: oneOf - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/**
 * What a client may send for a schema: mostly of its form, now and then anything else.
 * @param ids real ids of things in the database, beside made-up ones
 */
export function sentFor(schema: z.ZodType, ids: readonly string[]): Arbitrary<unknown> {
  return ofNode(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), ids);
}

function ofNode(given: unknown, ids: readonly string[]): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: formed(Node.parse(given), ids) },
    { weight: 1, arbitrary: anyValue },
  );
}

function formed(node: z.output<typeof Node>, ids: readonly string[]): Arbitrary<unknown> {
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.anyOf) return fc.oneof(...node.anyOf.map((one) => ofNode(one, ids)));
  if (Array.isArray(node.type)) return fc.oneof(...node.type.map((type) => formed({ ...node, type }, ids)));
  const { minimum: min = -5, maximum: max = 100_000 } = node;
  switch (node.type) {
    case 'object':
      return anObject(node, ids);
    case 'array':
      return fc.array(ofNode(node.items, ids), { maxLength: Math.min(node.maxItems ?? 5, 5) });
    case 'integer':
      return fc.integer({ min: Math.max(min, -1e6), max: Math.min(max, 1e6) });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return aString(node, ids);
    default:
      return anyValue;
  }
}

function anObject({ properties = {}, required = [] }: z.output<typeof Node>, ids: readonly string[]) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, node]) => {
      // Now and then even a needed one is missing.
      const freq = required.includes(name) ? 20 : 2;
      return [name, fc.option(ofNode(node, ids), { nil: undefined, freq })];
    }),
  );
  const names = fc.constantFrom('userId', '__proto__', 'constructor', 'role', 'status', 'x');
  const extra = rarely(15, fc.tuple(names, anyValue));
  return fc.tuple(fc.record(fields), extra).map(([object, more]) => {
    const sent = Object.entries(object).filter(([, value]) => value !== undefined);
    return Object.fromEntries(more ? [...sent, more] : sent);
  });
}

function aString(node: z.output<typeof Node>, ids: readonly string[]): Arbitrary<string> {
  if (node.format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (node.format === 'email') return fc.emailAddress();
  if (node.format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const [minLength, maxLength] = [node.minLength ?? 0, Math.min(node.maxLength ?? 60, 200)];
  return fc.oneof(nasty, fc.string({ unit: 'grapheme', minLength, maxLength }), fc.lorem({ maxCount: 50 }));
}
