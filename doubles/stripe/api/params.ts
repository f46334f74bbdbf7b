import { resolved, type Schema, schemaNamed } from '../schema.ts';
import { badRequest } from './stripe-api-error.ts';

type Raw = string | { [key: string]: Raw };
export type Params = Record<string, unknown>;

const MAX_DEPTH = 8;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** `a[b][0][c]=v` becomes `{ a: { b: { 0: { c: 'v' } } } }`; the schema says later which of them are arrays. */
export function decodeForm(body: string): { [key: string]: Raw } {
  const out: { [key: string]: Raw } = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll(']', '').split('[');
    if (path.length > MAX_DEPTH || path.some((part) => FORBIDDEN.has(part)))
      throw badRequest(`Invalid parameter name: ${name}`, name);
    let at = out;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      if (typeof next === 'object') at = next;
      else {
        const made = {};
        at[part] = made;
        at = made;
      }
    }
    at[path.at(-1)!] = value;
  }
  return out;
}

/** The decoded body as the named parameter object: typed, with Stripe's own refusals for what does not fit. */
export function readParams(name: string, raw: { [key: string]: Raw }): Params {
  return read(schemaNamed(name), raw, '') as Params;
}

const at = (path: string, key: string) => (path === '' ? key : `${path}[${key}]`);

function read(given: Schema, value: Raw, path: string): unknown {
  const schema = resolved(given);
  if (schema.anyOf) return readAny(optionsOf(schema), value, path);
  if (typeof value === 'string') return readScalar(schema, value, path);
  if (schema.type === 'array') {
    return Object.entries(value).map(([key, item]) => read(schema.items ?? {}, item, at(path, key)));
  }
  if (schema.type !== 'object') throw badRequest(`Invalid ${path}`, path);
  return readObject(schema, value, path);
}

/** A choice may be one of choices. */
const optionsOf = (schema: Schema): Schema[] =>
  schema.anyOf ? schema.anyOf.map(resolved).flatMap(optionsOf) : [schema];

function readAny(options: Schema[], value: Raw, path: string): unknown {
  if (typeof value === 'string') {
    const exact = options.find((option) => option.const === value || option.enum?.includes(value));
    if (exact) return value;
    const integer = options.find((option) => option.type === 'integer' && /^-?\d+$/.test(value));
    const boolean = options.find((option) => option.type === 'boolean' && /^(true|false)$/.test(value));
    const text = options.find((option) => option.type === 'string' && !option.enum);
    const chosen = integer ?? boolean ?? text;
    if (!chosen) throw badRequest(`Invalid ${path}`, path);
    return readScalar(chosen, value, path);
  }
  const chosen = options.find((option) => option.type === 'object' || option.type === 'array');
  if (!chosen) throw badRequest(`Invalid ${path}`, path);
  return read(chosen, value, path);
}

function readScalar(schema: Schema, value: string, path: string): unknown {
  if (schema.enum && !schema.enum.includes(value)) {
    throw badRequest(`Invalid ${path}: must be one of ${schema.enum.join(', ')}`, path);
  }
  if (schema.type === 'integer') {
    if (!/^-?\d{1,15}$/.test(value)) throw badRequest(`Invalid integer: ${value}`, path, 'parameter_invalid_integer');
    return Number(value);
  }
  if (schema.type === 'number') {
    if (!/^-?\d+(\.\d+)?$/.test(value)) throw badRequest(`Invalid decimal: ${value}`, path);
    return Number(value);
  }
  if (schema.type === 'boolean') {
    if (value !== 'true' && value !== 'false') throw badRequest(`Invalid boolean: ${value}`, path);
    return value === 'true';
  }
  if (schema.type === 'object' || schema.type === 'array') throw badRequest(`Invalid ${schema.type}`, path);
  return value;
}

function readObject(schema: Schema, value: { [key: string]: Raw }, path: string): Params {
  const out: Params = {};
  for (const [key, item] of Object.entries(value)) {
    const known = schema.properties?.[key];
    const other = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
    if (!known && !other && schema.additionalProperties !== true) {
      throw badRequest(`Received unknown parameter: ${at(path, key)}`, at(path, key), 'parameter_unknown');
    }
    out[key] = read(known ?? other ?? {}, item, at(path, key));
  }
  for (const key of schema.required ?? []) {
    if (!(key in out)) {
      throw badRequest(`Missing required param: ${at(path, key)}.`, at(path, key), 'parameter_missing');
    }
  }
  return out;
}
