import type { OpenAPI } from '@orpc/openapi';
import * as z from 'zod';
import { generalRefusals } from '#domain/errors.ts';
import { keyRefusals } from '#domain/integrations/keys/refusals.ts';
import { isAnswerKept } from '#domain/integrations/keys/rules.ts';
import { LIMITS } from '#domain/limits.ts';
import { refuse } from '#domain/refuse.ts';
import { withSentence } from '../refusals.ts';

/** What a program sends and is answered besides what a procedure's contract says, as shared parts of the description. */

type GeneralCode = keyof typeof generalRefusals;
type KeyCode = keyof typeof keyRefusals;
type Code = GeneralCode | KeyCode;

const REFERENCE = '3f0c7a52-9d0e-4a86-8b1c-5c2f6f0a7d31';

/** The very answers that the server gives. */
const EXAMPLES = {
  BAD_REQUEST: () => refuse('BAD_REQUEST'),
  UNAUTHORIZED: () => refuse('UNAUTHORIZED'),
  FORBIDDEN: () => refuse('FORBIDDEN'),
  NOT_FOUND: () => refuse('NOT_FOUND'),
  PAYLOAD_TOO_LARGE: () => refuse('PAYLOAD_TOO_LARGE'),
  UNSUPPORTED_MEDIA_TYPE: () => refuse('UNSUPPORTED_MEDIA_TYPE'),
  TOO_MANY_REQUESTS: () => refuse('TOO_MANY_REQUESTS', { seconds: 60 }),
  INTERNAL_SERVER_ERROR: () => refuse('INTERNAL_SERVER_ERROR', { reference: REFERENCE }),
  SERVICE_UNAVAILABLE: () => refuse('SERVICE_UNAVAILABLE'),
  KEY_REFUSED: () => refuse('KEY_REFUSED', { why: 'revoked' }),
  KEY_FORBIDDEN: () => refuse('KEY_FORBIDDEN', { why: 'duty' }),
  IDEMPOTENCY_KEY_INVALID: () => refuse('IDEMPOTENCY_KEY_INVALID'),
  IDEMPOTENCY_KEY_REUSED: () => refuse('IDEMPOTENCY_KEY_REUSED'),
  IDEMPOTENCY_KEY_RUNNING: () => refuse('IDEMPOTENCY_KEY_RUNNING', { seconds: 2 }),
  ANSWER_NOT_KEPT: () => refuse('ANSWER_NOT_KEPT', { status: 200 }),
} satisfies Record<Code, () => unknown>;

const STATUSES = { ...generalRefusals, ...keyRefusals } as Record<Code, { status: number }>;

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

const isOfKey = (code: Code): code is KeyCode => Object.hasOwn(keyRefusals, code);
const schemaOf = (code: Code) => schemaRef(isOfKey(code) ? code : 'OtherRefusal');
const inTicks = (codes: readonly Code[]) => codes.map((code) => `\`${code}\``).join(', ');

/** `UNAUTHORIZED-or-KEY_REFUSED`: one shared answer for each status has all the codes that it may carry. */
const nameOf = (codes: readonly Code[]) => codes.join('-or-');

const LIMITED: OpenAPI.ResponseObject['headers'] = {
  RateLimit: headerRef('RateLimit'),
  'RateLimit-Policy': headerRef('RateLimit-Policy'),
};
const LATER: OpenAPI.ResponseObject['headers'] = { 'Retry-After': headerRef('Retry-After') };
const REPLAYED: OpenAPI.ResponseObject['headers'] = { 'Idempotency-Replayed': headerRef('Idempotency-Replayed') };
/** Of the answers that are shared, those that are kept for a key; what is said of the key itself, or of too long a body, never is. */
const isReplayed = (codes: readonly Code[]) =>
  codes.includes('IDEMPOTENCY_KEY_INVALID') || codes.includes('UNSUPPORTED_MEDIA_TYPE');
const waits = (status: number) => status === 429 || status === 503;

function answerOf(codes: readonly Code[]): OpenAPI.ResponseObject {
  const schemas = [...new Map(codes.map((code) => [schemaOf(code).$ref, schemaOf(code)])).values()];
  return {
    description: inTicks(codes),
    headers: {
      ...LIMITED,
      ...(waits(STATUSES[codes[0]!].status) ? LATER : {}),
      ...(isReplayed(codes) ? REPLAYED : {}),
    },
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: withSentence(EXAMPLES[code]()).toJSON() as unknown }]),
        ),
      },
    },
  };
}

/** What nearly every procedure may answer anybody. */
const EVERYBODY: readonly GeneralCode[] = ['BAD_REQUEST', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'];
const WITH_A_DOOR: readonly GeneralCode[] = ['UNAUTHORIZED', 'FORBIDDEN'];
/** A key that is brought is looked at, also where none is needed. */
const WITH_A_KEY: readonly Code[] = ['KEY_REFUSED', 'KEY_FORBIDDEN'];
const PROGRAMS: readonly Code[] = [...WITH_A_KEY, 'INTERNAL_SERVER_ERROR'];
const WITH_A_BODY: readonly GeneralCode[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const WRITING: readonly KeyCode[] = [
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_KEY_RUNNING',
  'ANSWER_NOT_KEPT',
];

interface Kind {
  isForAnyone: boolean;
  isOpenToKeys: boolean;
  writes: boolean;
  hasBody: boolean;
}

/** The codes by status, general ones first. */
function codesFor({ isForAnyone, isOpenToKeys, writes, hasBody }: Kind): Map<string, Code[]> {
  const codes: Code[] = [
    ...EVERYBODY,
    ...(isForAnyone ? WITH_A_KEY : WITH_A_DOOR),
    ...(isOpenToKeys ? PROGRAMS : []),
    ...(isOpenToKeys && hasBody ? WITH_A_BODY : []),
    ...(isOpenToKeys && writes ? WRITING : []),
  ];
  const byStatus = new Map<string, Code[]>();
  for (const code of codes) {
    const status = String(STATUSES[code].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** Adds what no contract of a procedure declares; descriptions of the declared refusals are there already. `shared` takes the answers. */
export function addGeneralAnswers(
  operation: OpenAPI.OperationObject,
  kind: Kind,
  shared: Record<string, OpenAPI.ResponseObject>,
): void {
  const answers = operation.responses!;
  for (const [status, codes] of codesFor(kind)) {
    const declared = answers[status] as OpenAPI.ResponseObject | undefined;
    const ofKeys = codes.filter(isOfKey);
    if (!declared) {
      shared[nameOf(codes)] ??= answerOf(codes);
      answers[status] = { $ref: `#/components/responses/${nameOf(codes)}` };
    } else if (ofKeys.length > 0) {
      const media = declared.content!['application/json']!;
      media.schema = { anyOf: [media.schema, ...ofKeys.map(schemaOf)] } as OpenAPI.SchemaObject;
      declared.description = `${declared.description}, ${inTicks(ofKeys)}`;
    }
  }
  if (!kind.isOpenToKeys) return;
  operation.parameters = [
    ...(operation.parameters ?? []),
    { $ref: '#/components/parameters/Accept-Language' },
    ...(kind.writes ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
  ];
  for (const [status, answer] of Object.entries(answers) as [
    string,
    OpenAPI.ResponseObject | OpenAPI.ReferenceObject,
  ][])
    if (!('$ref' in answer))
      answer.headers = {
        ...answer.headers,
        ...LIMITED,
        ...(waits(Number(status)) ? LATER : {}),
        ...(kind.writes && isAnswerKept(Number(status)) ? REPLAYED : {}),
      };
}

/** A refusal of keys as it travels: no procedure declares it. */
function schemaOfRefusal(code: KeyCode): OpenAPI.SchemaObject {
  const { status, data } = keyRefusals[code];
  const { $schema: _, ...dataSchema } = data ? z.toJSONSchema(data) : {};
  return {
    type: 'object',
    properties: {
      defined: { const: false },
      code: { const: code },
      status: { const: status },
      message: { type: 'string' },
      ...(data ? { data: dataSchema } : {}),
    },
    required: ['defined', 'code', 'status', 'message', ...(data ? ['data'] : [])],
  } as OpenAPI.SchemaObject;
}

const { number, seconds } = LIMITS['calls with a key'];

export const programComponents = {
  schemas: Object.fromEntries((Object.keys(keyRefusals) as KeyCode[]).map((code) => [code, schemaOfRefusal(code)])),
  parameters: {
    'Idempotency-Key': {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'With a key: the same request with the same value again gets the first answer for 24 hours, and nothing is done twice.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
      example: '1503-paid-2026-11-23',
    },
    'Accept-Language': {
      name: 'Accept-Language',
      in: 'header',
      required: false,
      description: 'With a key: "en" gives messages in English, anything else in Serbian. Codes are always the same.',
      schema: { type: 'string' },
      example: 'en',
    },
  },
  headers: {
    RateLimit: {
      description: 'To a key: how many calls are left (r) in so many seconds (t).',
      schema: { type: 'string' },
      example: `"key";r=${number - 1};t=${seconds}`,
    },
    'RateLimit-Policy': {
      description: 'To a key: how many calls (q) it has in so many seconds (w).',
      schema: { type: 'string' },
      example: `"key";q=${number};w=${seconds}`,
    },
    'Retry-After': {
      description: 'Seconds to wait before asking again.',
      schema: { type: 'integer', minimum: 0 },
      example: 60,
    },
    'Idempotency-Replayed': {
      description: '`true`: it was asked before, and this is the answer of then.',
      schema: { type: 'string', enum: ['true'] },
      example: 'true',
    },
  },
} satisfies OpenAPI.ComponentsObject;
