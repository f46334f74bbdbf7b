import subset from './stripe-subset.json' with { type: 'json' };

/**
 * Stripe's own description of its objects, derived from the SDK's type declarations (scripts/stripe-subset.mjs). The
 * sandbox answers with these shapes and refuses parameters they do not know, so it cannot drift from the SDK unnoticed.
 */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
}

export const SUBSET_VERSION: string = subset.info.version;
const schemas = subset.components.schemas as unknown as Record<string, Schema>;

export function schemaNamed(name: string): Schema {
  const schema = schemas[name];
  if (!schema) throw new Error(`The Stripe subset has no ${name}`);
  return schema;
}

export const resolved = (schema: Schema): Schema =>
  schema.$ref ? resolved(schemaNamed(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))) : schema;

const blanks = new Map<string, Record<string, unknown>>();

/** The minimalObject valid object of that name: every required key present, `null` wherever the schema allows it. */
export function emptyObject(name: string): Record<string, unknown> {
  let found = blanks.get(name);
  if (!found) {
    found = minimalObject(schemaNamed(name)) as Record<string, unknown>;
    blanks.set(name, found);
  }
  return found;
}

function minimalObject(schema: Schema): unknown {
  const s = resolved(schema);
  if ('const' in s) return s.const;
  const types = [s.type].flat();
  if (types.includes('null')) return null;
  if (s.anyOf) {
    const options = s.anyOf.map(resolved);
    return options.some((option) => option.type === 'null') ? null : minimalObject(options[0]!);
  }
  if (s.enum) return s.enum[0];
  if (types.includes('array')) return [];
  if (types.includes('object')) {
    return Object.fromEntries((s.required ?? []).map((key) => [key, minimalObject(s.properties?.[key] ?? {})]));
  }
  if (types.includes('boolean')) return false;
  return types.includes('string') ? '' : 0;
}
