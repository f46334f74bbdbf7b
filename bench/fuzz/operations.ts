import type { Schema } from './shapes.ts';

export const CALLERS = ['visitor', 'waiting', 'member', 'admin', 'superAdmin', 'device'] as const;
export type Caller = (typeof CALLERS)[number];

export interface Operation {
  /** Unique, as `accounts.me` or `auth POST /signup`. */
  name: string;
  method: string;
  /** With `{id}` where a parameter stands. */
  path: string;
  params: Record<string, Schema>;
  query: Record<string, { schema: Schema; required: boolean }>;
  body: Schema | null;
  /** Brings a file. */
  isForm: boolean;
}

interface Described {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The operations of an OpenAPI document, with the prefix of its server. */
export function operationsOf(document: { paths: Record<string, Record<string, Described>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const parameters = described.parameters ?? [];
      const content = described.requestBody?.content ?? {};
      const form = content['multipart/form-data'];
      return {
        name: described.operationId,
        method: method.toUpperCase(),
        path: `/api${path}`,
        params: Object.fromEntries(parameters.filter((one) => one.in === 'path').map((one) => [one.name, one.schema])),
        query: Object.fromEntries(
          parameters
            .filter((one) => one.in === 'query')
            .map(({ name, schema, required = false }) => [name, { schema, required }]),
        ),
        body: (form ?? content['application/json'])?.schema ?? null,
        isForm: form !== undefined,
      };
    }),
  );
}

const text: Schema = { type: 'string' };
const email: Schema = { type: 'string', format: 'email' };
const object = (properties: Record<string, Schema>, optional: string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((key) => !optional.includes(key)),
});
const metadata = object({
  first_name: text,
  last_name: text,
  username: text,
  phone: text,
  city: text,
  country: text,
});

/** The sign-in server speaks GoTrue's protocol, which our document does not describe. */
const AUTH: [method: string, path: string, body: Schema | null][] = [
  ['GET', '/health', null],
  ['GET', '/settings', null],
  ['GET', '/.well-known/jwks.json', null],
  ['POST', '/signup', object({ email, password: text, data: metadata })],
  ['POST', '/token?grant_type=password', object({ email, password: text })],
  ['POST', '/token?grant_type=refresh_token', object({ refresh_token: text })],
  ['POST', '/logout?scope=local', null],
  ['GET', '/user', null],
  [
    'PUT',
    '/user',
    object({ email, password: text, nonce: text, current_password: text, data: object({ color: text }) }, [
      'email',
      'password',
      'nonce',
      'current_password',
    ]),
  ],
  ['POST', '/verify', object({ type: { enum: ['signup', 'email', 'recovery', 'email_change'] }, token_hash: text })],
  ['POST', '/recover', object({ email })],
  ['POST', '/resend', object({ type: { enum: ['signup', 'email_change'] }, email })],
  ['GET', '/reauthenticate', null],
  ['GET', '/factors/recovery-codes', null],
  ['POST', '/factors/recovery-codes', null],
  ['POST', '/factors/recovery-codes/verify', object({ code: text })],
  ['POST', '/factors/recovery-codes/regenerate', null],
  ['DELETE', '/factors/recovery-codes', null],
  ['POST', '/factors', object({ factor_type: { const: 'totp' }, friendly_name: text, issuer: text }, ['issuer'])],
  ['POST', '/factors/{id}/challenge', null],
  ['POST', '/factors/{id}/verify', object({ challenge_id: { type: 'string', format: 'uuid' }, code: text })],
  ['DELETE', '/factors/{id}', null],
];

export const authOperations: Operation[] = AUTH.map(
  ([method, path, body]): Operation => ({
    name: `auth ${method} ${path}`,
    method,
    path: `/auth/v1${path}`,
    params: path.includes('{id}') ? ({ id: { type: 'string', format: 'uuid' } } as Record<string, Schema>) : {},
    query: {},
    body,
    isForm: false,
  }),
);
