import type { Random } from './random.ts';

/** As much of JSON Schema as our OpenAPI document uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  contentMediaType?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

/** Fields whose shape says less than their name. */
const NAMED: Record<string, (random: Random) => unknown> = {
  firstName: (r) => r.pick(['Milica', 'Petar', 'Đorđe']),
  lastName: (r) => r.pick(['Simić', 'Živković']),
  email: (r) => `osoba-${r.uuid().slice(0, 8)}@primer.rs`,
  phone: (r) => `+38164${String(1000000 + r.below(8999999))}`,
  country: () => 'RS',
  selectedCountry: () => 'RS',
  city: (r) => r.pick(['Niš', 'Čačak']),
  postalCode: () => '18000',
  search: (r) => r.pick(['a', 'mi', 'Živković', '100', '', 'primer.rs']),
  actor: (r) => r.pick(['system', 'admin', 'stripe']),
  action: (r) => r.pick(['accounts', 'events.confirmed']),
  subject: (r) => r.pick(['100', 'a@primer.rs']),
  packageName: (r) => r.pick(['starter', 'premium']),
  limit: (r) => 1 + r.below(50),
  count: (r) => 1 + r.below(3),
  bannerCount: (r) => 1 + r.below(1000),
};

/** A value that the schema allows; optional fields are there half of the time, or never (`spare`). */
export function sampleOf(schema: Schema, random: Random, name = '', spare = false): unknown {
  const named = NAMED[name];
  if (named && !schema.enum && !schema.properties) return named(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sampleOf(random.pick(choices), random, name, spare);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, random, name, spare)));
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object': {
      const wanted = Object.entries(schema.properties ?? {}).filter(
        ([key]) => schema.required?.includes(key) || (!spare && random.chance(0.5)),
      );
      return Object.fromEntries(wanted.map(([key, inner]) => [key, sampleOf(inner, random, key, spare)]));
    }
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, 1 + random.below(3)) }, () =>
        sampleOf(schema.items ?? {}, random, name, spare),
      );
    case 'integer':
      return Math.max(schema.minimum ?? 0, 0) + random.below(Math.min((schema.maximum ?? 1000) + 1, 1000));
    case 'number':
      return random.below(10_000) / 100;
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return textOf(schema, random);
  }
}

function textOf(schema: Schema, random: Random): string {
  if (schema.format === 'uuid') return random.uuid();
  if (schema.format === 'date') return `20${20 + random.below(9)}-0${1 + random.below(9)}-1${random.below(10)}`;
  if (schema.format === 'date-time')
    return `20${20 + random.below(9)}-0${1 + random.below(9)}-1${random.below(10)}T10:00:00Z`;
  if (schema.format === 'email') return `osoba-${random.uuid().slice(0, 8)}@primer.rs`;
  const length = Math.max(schema.minLength ?? 0, Math.min(schema.maxLength ?? 20, 1 + random.below(20)));
  return Array.from({ length }, () => random.pick([...'abcčžđ 12'])).join('');
}
