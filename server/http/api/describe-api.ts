import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import * as z from 'zod';
import { dutiesFor, PERMISSIONS, type Permission } from '#domain/access.ts';
import { SUMMARIES } from '#domain/api/summaries.ts';
import type { Call } from '#domain/call.ts';
import { CALLS, type ProcedureName } from '#domain/calls.ts';
import { company } from '#domain/company.ts';
import { contract } from '#domain/contract.ts';
import { generalRefusals } from '#domain/errors.ts';
import { FEED_HEAD, FEED_ROWS, FEEDS, type Feed } from '#domain/integrations/feeds/rows.ts';
import { KEY_PERMISSIONS } from '#domain/integrations/keys/rules.ts';
import { LIMITS } from '#domain/limits.ts';
import { refuse } from '#domain/refuse.ts';
import { Count, Money } from '#domain/shapes.ts';
import { withSentence } from '../refusals.ts';
import { addExamples } from './add-examples.ts';
import type { JsonSchema } from './example-of.ts';

/**
 * The contract as an OpenAPI document: shapes and refusals from the contract, what a procedure does from `domain/api`, who may call it
 * and how often from `domain/calls.ts`.
 */
export async function describeApi(): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: {
      title: `${company.brand} API`,
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Programs send a key (/admin/keys), people an access token from /auth/v1/token, both as "Authorization: Bearer …". Refusals carry ' +
        'a code for programs and a sentence for people; amounts are integers of minor units; times are ISO 8601 in UTC.',
    },
    servers: [{ url: '/api' }],
    commonSchemas: { Money: { schema: Money }, Count: { schema: Count }, OtherRefusal: { error: 'UndefinedError' } },
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token of a person who signed in.',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of /admin/keys, with the duty that the procedure needs.',
        },
        tv: { type: 'http', scheme: 'bearer', description: 'The token of a linked TV.' },
      },
      responses: Object.fromEntries(GENERAL.map((code) => [code, generalAnswer(code)])),
    },
  });
  for (const operation of operationsOf(document)) complete(operation);
  Object.assign(
    document.components!.schemas!,
    Object.fromEntries(FEEDS.map((feed) => [rowName(feed), rowSchema(feed)])),
  );
  document.paths = feedsFirst(document.paths!);
  const whole = withoutSafeIntegers(document);
  const schemas = whole.components!.schemas as Record<string, JsonSchema>;
  for (const operation of operationsOf(whole))
    if (mayBeCalledWithKey(CALLS[operation.operationId as ProcedureName])) addExamples(operation, schemas);
  return whole;
}

/** What programs come for stands first. */
const feedsFirst = (paths: OpenAPI.PathsObject): OpenAPI.PathsObject =>
  Object.fromEntries(
    Object.entries(paths).sort(([one], [other]) => Number(other.startsWith('/v1/')) - Number(one.startsWith('/v1/'))),
  );

const operationsOf = (document: OpenAPI.Document): OpenAPI.OperationObject[] =>
  Object.values(document.paths ?? {}).flatMap((path) => Object.values(path ?? {}) as OpenAPI.OperationObject[]);

function complete(operation: OpenAPI.OperationObject): void {
  const name = operation.operationId as ProcedureName;
  const call: Call = CALLS[name];
  operation.summary = SUMMARIES[name];
  operation.description = [operation.description, ...rulesOf(call)].filter(Boolean).join('\n\n');
  const people = SECURITY[call.who as keyof typeof SECURITY] ?? [{ session: [] }];
  operation.security = isOpenToKeys(call) ? [...people, { key: [] }] : people;
  const answers = operation.responses!;
  for (const [status, answer] of Object.entries(answers) as [string, OpenAPI.ResponseObject][])
    if (status >= '400') answer.description = codesIn(answer);
  for (const code of generalOf(call))
    answers[generalRefusals[code].status] ??= { $ref: `#/components/responses/${code}` };
  const feed = FEEDS.find((one) => name === `integrations.feeds.${one === 'book-entries' ? 'bookEntries' : one}`);
  if (feed) answers['200'] = feedAnswer(feed);
}

const SECURITY = { anyone: [], device: [{ tv: [] }] };

/** Whoever needs no sign-in may send a key all the same. */
const mayBeCalledWithKey = (call: Call) => call.who === 'anyone' || isOpenToKeys(call);

const isOpenToKeys = ({ who, onlyPeople }: Call) => !onlyPeople && KEY_PERMISSIONS.has(who as Permission);

/** Who is let in, how often, and which mails follow, in sentences. */
function rulesOf(call: Call): string[] {
  const { who, limits = [], mails = {} } = call;
  const often = limits.map((limit) => `${limit}: ${LIMITS[limit].number} in ${LIMITS[limit].seconds} seconds`);
  const posted = Object.entries(mails).map(([mail, to]) => `${mail} (${to})`);
  return [
    `Who: ${who in PERMISSIONS ? whoHas(call, who as Permission) : LET_IN[who as keyof typeof LET_IN]}.`,
    often.length > 0 ? `At most ${often.join('; ')}.` : '',
    posted.length > 0 ? `Mails: ${posted.join(', ')}.` : '',
  ];
}

const LET_IN = {
  anyone: 'anyone',
  signedIn: 'whoever is signed in',
  member: 'people whose registration was approved',
  staff: 'staff; each sees what their duties allow',
  device: 'a linked TV',
  'payment provider': 'the payment provider',
  courier: 'a courier',
};

const whoHas = (call: Call, permission: Permission): string => {
  const duties = dutiesFor(permission);
  return duties.length > 0
    ? `staff${isOpenToKeys(call) ? ' and keys' : ''} with the duty ${duties.join(' or ')}`
    : 'the super-admin';
};

/** What nearly every procedure may answer; the others are as rare as a body that is too large. */
const GENERAL = ['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'] as const;

const generalOf = ({ who }: Call) =>
  GENERAL.filter((code) => who !== 'anyone' || (code !== 'UNAUTHORIZED' && code !== 'FORBIDDEN'));

/** With the very answer that the server gives. */
const generalAnswer = (code: (typeof GENERAL)[number]): OpenAPI.ResponseObject => ({
  description: `\`${code}\``,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/OtherRefusal' },
      example: withSentence(code === 'TOO_MANY_REQUESTS' ? refuse(code, { seconds: 60 }) : refuse(code)).toJSON(),
    },
  },
});

/** The codes that an answer may carry, as its schema has them. */
function codesIn(answer: OpenAPI.ResponseObject): string {
  const schema = answer.content?.['application/json']?.schema as {
    oneOf?: { properties?: { code?: { const?: string } } }[];
  };
  const codes = (schema?.oneOf ?? []).flatMap(({ properties }) => properties?.code?.const ?? []);
  return codes.map((code) => `\`${code}\``).join(', ');
}

const rowName = (feed: Feed) => `Row of ${feed}`.replaceAll(' ', '-');

const rowSchema = (feed: Feed) =>
  z.toJSONSchema(z.object({ ...FEED_HEAD.shape, ...FEED_ROWS[feed].partial().shape }), { unrepresentable: 'any' });

const feedAnswer = (feed: Feed): OpenAPI.ResponseObject => ({
  description: 'A row in each line.',
  content: {
    'application/jsonl': { schema: { $ref: `#/components/schemas/${rowName(feed)}` } as OpenAPI.SchemaObject },
    'text/csv': { schema: { type: 'string' } },
  },
});

/** Zod says of every integer that it is a safe one, which no reader needs to know. */
function withoutSafeIntegers<T>(document: T): T {
  return JSON.parse(
    JSON.stringify(document, (key, value) =>
      (key === 'minimum' || key === 'maximum') && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value,
    ),
  );
}
