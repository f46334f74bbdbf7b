import { createHash } from 'node:crypto';
import { EXAMPLE_DEFAULTS, EXAMPLE_VALUES, type ExampleValue } from '#domain/api/example-values.ts';

/** What the description of the API uses of JSON Schema. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: unknown;
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  minItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  contentMediaType?: string;
}

/** Where a value stands: the operation, what it is about, and the fields that lead to it. */
type Path = readonly string[];

interface Making {
  /** Shared schemas by name. */
  schemas: Record<string, JsonSchema>;
  /** Of a request only what must be there: whoever reads it sees the least that is enough. */
  isRequest: boolean;
}

/** A believable value that the schema allows, the same each time; `undefined`: there is none, as of a file. */
export function exampleOf(schema: JsonSchema | boolean | undefined, making: Making, path: Path): unknown {
  if (schema === undefined || typeof schema === 'boolean') return named(path)[0] ?? {};
  if (schema.$ref) return exampleOf(making.schemas[schema.$ref.split('/').at(-1)!], making, path);
  if ('const' in schema) return schema.const;
  if (schema.contentMediaType || schema.not) return undefined;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return ofChoices(choices, making, path);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, making, path)));
  if (schema.enum) return named(path).find((value) => schema.enum!.includes(value)) ?? schema.enum[0];
  const type = typeOf(schema);
  switch (type) {
    case 'object':
      return ofObject(schema, making, path);
    case 'array':
      return ofArray(schema, making, path);
    case 'string':
      return ofString(schema, path);
    case 'integer':
    case 'number':
      return ofNumber(schema, path);
    case 'boolean':
      return !/^((is|has|needs|may|in)[A-Z]|removed$)/.test(path.at(-1)!);
    case 'null':
      return null;
    default:
      return named(path)[0] ?? {};
  }
}

/** The first type that is not `null`. */
function typeOf({ type, properties }: JsonSchema): string | undefined {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return types.find((one) => one !== 'null') ?? types[0] ?? (properties ? 'object' : undefined);
}

/** Something rather than nothing, but for fields of which nothing is usual. */
function ofChoices(choices: JsonSchema[], making: Making, path: Path): unknown {
  const hasNull = choices.some(({ type }) => type === 'null');
  if (hasNull && named(path)[0] === null) return null;
  for (const value of named(path)) if (choices.some((choice) => isAllowed(choice, value))) return value;
  for (const choice of choices.filter(({ type }) => type !== 'null')) {
    const value = exampleOf(choice, making, path);
    if (value !== undefined) return value;
  }
  return hasNull ? null : undefined;
}

function ofObject(schema: JsonSchema, making: Making, path: Path): unknown {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const wanted = Object.entries(properties).filter(([name]) => !making.isRequest || required.includes(name));
  const made = wanted.map(([name, part]) => [name, exampleOf(part, making, [...path, name])] as const);
  // A file cannot be shown: nor can what it is a part of.
  if (made.some(([name, value]) => value === undefined && required.includes(name))) return undefined;
  const fields = Object.fromEntries(made.filter(([, value]) => value !== undefined));
  if (wanted.length > 0 || typeof additionalProperties !== 'object') return fields;
  const keys = required.length > 0 ? required : keysOf(propertyNames, path);
  return Object.fromEntries(keys.map((key) => [key, exampleOf(additionalProperties, making, [...path, key])]));
}

function keysOf(propertyNames: JsonSchema | undefined, path: Path): string[] {
  if (propertyNames?.enum) return propertyNames.enum.map(String);
  if (propertyNames?.anyOf) return propertyNames.anyOf.flatMap((one) => keysOf(one, path));
  if (propertyNames && 'const' in propertyNames) return [String(propertyNames.const)];
  return propertyNames?.format === 'uuid' ? [uuidOf(path)] : [path.at(-1) === 'facts' ? 'amount' : 'city'];
}

const DEEPEST = 13;

function ofArray({ items, prefixItems, minItems = 1 }: JsonSchema, making: Making, path: Path): unknown {
  if (prefixItems) return prefixItems.map((part, index) => exampleOf(part, making, [...path, String(index)]));
  // What contains itself ends somewhere.
  if (items === false || path.length > DEEPEST) return [];
  const length = Math.max(1, minItems);
  const values = Array.from({ length }, (_, index) =>
    exampleOf(items, making, index === 0 ? path : [...path, String(index)]),
  );
  return values.includes(undefined) ? undefined : values;
}

function ofString(schema: JsonSchema, path: Path): string | undefined {
  const { format } = schema;
  const usual =
    format === 'uuid'
      ? [uuidOf(path)]
      : format === 'date-time'
        ? [EXAMPLE_DEFAULTS.moment]
        : format === 'date'
          ? [EXAMPLE_DEFAULTS.day]
          : format === 'email'
            ? [EXAMPLE_DEFAULTS.email]
            : format === 'uri'
              ? [EXAMPLE_DEFAULTS.url]
              : EXAMPLE_DEFAULTS.text;
  const candidates = format === 'uuid' ? usual : [...named(path), ...usual];
  const value = candidates.find((one) => isAllowed(schema, one));
  if (value !== undefined) return value as string;
  const padded = 'x'.repeat(schema.minLength ?? 1);
  if (isAllowed(schema, padded)) return padded;
  throw new Error(`No example for ${path.join('.')}: ${JSON.stringify(schema)}`);
}

function ofNumber(schema: JsonSchema, path: Path): number {
  const { minimum, maximum, exclusiveMinimum, multipleOf } = schema;
  const least = minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1);
  const usual = [1, 0, multipleOf ?? 1, least, maximum ?? least];
  const value = [...named(path), ...usual].find((one) => isAllowed(schema, one));
  if (value === undefined) throw new Error(`No example for ${path.join('.')}: ${JSON.stringify(schema)}`);
  return value as number;
}

/** What fields of that name hold, best first. */
function named(path: Path): readonly ExampleValue[] {
  const words = path.filter((word) => !/^\d+$/.test(word));
  const [parent, name] = [words.at(-2), words.at(-1) ?? ''];
  const own = Object.hasOwn(EXAMPLE_VALUES, name) ? EXAMPLE_VALUES[name]! : [];
  const nearer = [`${words[0]}.${name}`, `${parent}.${name}`].filter((one) => Object.hasOwn(EXAMPLE_VALUES, one));
  return [...nearer.flatMap((one) => EXAMPLE_VALUES[one]!), ...own];
}

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: /^https?:/,
};

function isAllowed(schema: JsonSchema, value: ExampleValue): boolean {
  if (schema.enum) return schema.enum.includes(value);
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
    return (
      typeOf(schema) === 'string' &&
      value.length >= minLength &&
      value.length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(value)) &&
      (format === undefined || FORMATS[format]?.test(value) !== false)
    );
  }
  if (typeof value !== 'number') return false;
  const type = typeOf(schema);
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return (
    (type === 'number' || (type === 'integer' && Number.isInteger(value))) &&
    value >= (minimum ?? value) &&
    value <= (maximum ?? value) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum) &&
    (multipleOf === undefined || value % multipleOf === 0)
  );
}

/** Of each place its own. */
function uuidOf(path: Path): string {
  const hex = createHash('sha256').update(path.join('.')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
