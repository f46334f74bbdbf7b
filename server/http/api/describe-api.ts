import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import * as z from 'zod';
import { dutiesFor, PERMISSIONS, type Permission } from '#domain/access.ts';
import { summaryOf } from '#domain/api/summaries.ts';
import type { CallRule } from '#domain/call-rule.ts';
import { CALLS, type ProcedureName } from '#domain/calls.ts';
import { company } from '#domain/company.ts';
import { contract } from '#domain/contract.ts';
import { FEED_HEAD, FEED_ROWS, FEEDS, type Feed } from '#domain/integrations/feeds/rows.ts';
import { KEY_PERMISSIONS } from '#domain/integrations/keys/rules.ts';
import { LIMITS } from '#domain/limits.ts';
import { Count, Money } from '#domain/shapes.ts';
import { addExamples } from './add-examples.ts';
import { addGeneralAnswers, programComponents } from './describe-programs.ts';
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
      parameters: programComponents.parameters,
      headers: programComponents.headers,
    },
  });
  const shared: Record<string, OpenAPI.ResponseObject> = {};
  for (const [method, operation] of operationsOf(document)) complete(method, operation, shared);
  document.components!.responses = shared;
  Object.assign(
    document.components!.schemas!,
    programComponents.schemas,
    Object.fromEntries(FEEDS.map((feed) => [rowName(feed), rowSchema(feed)])),
  );
  document.paths = feedsFirst(document.paths!);
  const whole = withoutSafeIntegers(document);
  const schemas = whole.components!.schemas as Record<string, JsonSchema>;
  for (const [, operation] of operationsOf(whole)) addExamples(operation, schemas);
  return whole;
}

/** What programs come for stands first. */
const feedsFirst = (paths: OpenAPI.PathsObject): OpenAPI.PathsObject =>
  Object.fromEntries(
    Object.entries(paths).sort(([one], [other]) => Number(other.startsWith('/v1/')) - Number(one.startsWith('/v1/'))),
  );

/** Each with its method. */
const operationsOf = (document: OpenAPI.Document): [string, OpenAPI.OperationObject][] =>
  Object.values(document.paths ?? {}).flatMap(
    (path) => Object.entries(path ?? {}) as [string, OpenAPI.OperationObject][],
  );

function complete(
  method: string,
  operation: OpenAPI.OperationObject,
  shared: Record<string, OpenAPI.ResponseObject>,
): void {
  const name = operation.operationId as ProcedureName;
  const call: CallRule = CALLS[name];
  operation.summary = summaryOf(name);
  operation.description = [operation.description, ...rulesOf(call)].filter(Boolean).join('\n\n');
  const people = SECURITY[call.who as keyof typeof SECURITY] ?? [{ session: [] }];
  operation.security = isOpenToKeys(call) ? [...people, { key: [] }] : people;
  const answers = operation.responses!;
  for (const [status, answer] of Object.entries(answers) as [string, OpenAPI.ResponseObject][])
    if (status >= '400') answer.description = codesIn(answer);
  const feed = FEEDS.find((one) => name === `integrations.feeds.${one === 'book-entries' ? 'bookEntries' : one}`);
  if (feed) answers['200'] = feedAnswer(feed);
  const kind = {
    isForAnyone: call.who === 'anyone',
    isOpenToKeys: isOpenToKeys(call),
    writes: method !== 'get',
    hasBody: operation.requestBody !== undefined,
  };
  addGeneralAnswers(operation, kind, shared);
}

const SECURITY = { anyone: [], device: [{ tv: [] }] };

const isOpenToKeys = ({ who, onlyPeople }: CallRule) => !onlyPeople && KEY_PERMISSIONS.has(who as Permission);

/** Who is let in, how often, and which mails follow, in sentences. */
function rulesOf(call: CallRule): string[] {
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
  accountHolder: 'whoever is signed in and owes no second step',
  member: 'people whose registration was approved',
  staff: 'staff; each sees what their duties allow',
  device: 'a linked TV',
  'payment provider': 'the payment provider',
  courier: 'a courier',
};

const whoHas = (call: CallRule, permission: Permission): string => {
  const duties = dutiesFor(permission);
  return duties.length > 0
    ? `staff${isOpenToKeys(call) ? ' and keys' : ''} with the duty ${duties.join(' or ')}`
    : 'the super-admin';
};

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
