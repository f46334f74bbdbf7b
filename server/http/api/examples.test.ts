import type { AnyContractProcedure } from '@orpc/contract';
import type { OpenAPI } from '@orpc/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { EXAMPLE_DEFAULTS, EXAMPLE_VALUES } from '#domain/api/example-values.ts';
import { CALLS } from '#domain/calls.ts';
import { contract } from '#domain/contract.ts';
import { describeApi } from './describe-api.ts';

/** The examples of the API's description are what the API takes and gives. */

const document = await describeApi();
const operations = new Map(
  Object.values(document.paths ?? {})
    .flatMap((path) => Object.values(path ?? {}) as OpenAPI.OperationObject[])
    .map((operation) => [operation.operationId!, operation]),
);
const described = Object.keys(CALLS).flatMap((name) => {
  const operation = operations.get(name);
  return operation ? [[name, operation] as const] : [];
});
/** What all operations share is checked by itself. */
const own = (parameters: OpenAPI.OperationObject['parameters'] = []) =>
  parameters.flatMap((one) => ('$ref' in one ? [] : [one as OpenAPI.ParameterObject]));

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'api', components: document.components });
const check = (schema: unknown, value: unknown): string => {
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')));
  return validate(value) ? '' : ajv.errorsText(validate.errors);
};

const procedureOf = (name: string) =>
  name
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], contract) as AnyContractProcedure;

/** Or has one in it. */
const isFile = (content: Record<string, OpenAPI.MediaTypeObject>) =>
  Object.entries(content).every(
    ([type, { schema }]) => !/^application\/jsonl?$/.test(type) || JSON.stringify(schema).includes('contentMediaType'),
  );
const mediaOf = (content: Record<string, OpenAPI.MediaTypeObject> | undefined) =>
  Object.entries(content ?? {}).filter(([type]) => /^application\/jsonl?$/.test(type));

test('every operation shows a request and an answer, unless they are files', () => {
  const missing: string[] = [];
  for (const [name, { requestBody, responses, parameters }] of described) {
    const { content = {} } = (requestBody ?? {}) as OpenAPI.RequestBodyObject;
    const answers = (Object.entries(responses ?? {}) as [string, OpenAPI.ResponseObject][]).filter(
      ([status]) => status < '400',
    );
    for (const one of [content, ...answers.map(([, answer]) => answer.content ?? {})])
      if (!isFile(one) && !mediaOf(one).some(([, { example }]) => example !== undefined)) missing.push(name);
    for (const { required, example, name: parameter } of own(parameters))
      if (required && example === undefined) missing.push(`${name} ${parameter}`);
  }
  expect(missing).toEqual([]);
  expect(described.length).toBe(operations.size);
});

test('what is shown is what the schemas allow', () => {
  const wrong: string[] = [];
  for (const [name, { requestBody, responses, parameters }] of described) {
    const contents = [
      (requestBody as OpenAPI.RequestBodyObject | undefined)?.content,
      ...Object.values(responses ?? {}).map((answer) => (answer as OpenAPI.ResponseObject).content),
    ];
    for (const { schema, example } of contents.flatMap((one) => mediaOf(one).map(([, media]) => media)))
      if (example !== undefined && check(schema, example)) wrong.push(`${name}: ${check(schema, example)}`);
    for (const { schema, example, name: parameter } of own(parameters))
      if (example !== undefined && check(schema, example))
        wrong.push(`${name} ${parameter}: ${check(schema, example)}`);
  }
  expect(wrong).toEqual([]);
});

test('no text of an example is a filler: what a field is called says what it holds', () => {
  const fillers = new Set<string>();
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) look(one, Array.isArray(value) ? path : `${path}.${name}`);
    else if (typeof value === 'string' && isFiller(value, path)) fillers.add(`${path}: ${value}`);
  };
  for (const [name, { requestBody, responses, parameters }] of described) {
    const contents = [
      (requestBody as OpenAPI.RequestBodyObject | undefined)?.content,
      ...Object.values(responses ?? {}).map((answer) => (answer as OpenAPI.ResponseObject).content),
    ];
    for (const { example } of contents.flatMap((one) => mediaOf(one).map(([, media]) => media))) look(example, name);
    for (const { name: parameter, example } of own(parameters)) look(example, `${name}.${parameter}`);
  }
  expect([...fillers].sort()).toEqual([]);
});

const FILLERS: ReadonlySet<string> = new Set(EXAMPLE_DEFAULTS.text);
function isFiller(value: string, path: string): boolean {
  if (!FILLERS.has(value) && !/^x+$/.test(value)) return false;
  const [parent, name] = path.split('.').slice(-2);
  return ![path, name!, `${parent}.${name}`].some((one) => EXAMPLE_VALUES[one]?.includes(value));
}

test('the contract takes every request as it is shown, with its rules that no schema can say', async () => {
  const wrong: string[] = [];
  for (const [name, { requestBody, parameters }] of described) {
    const { inputSchema } = procedureOf(name)['~orpc'];
    const body = mediaOf((requestBody as OpenAPI.RequestBodyObject | undefined)?.content)[0]?.[1].example;
    if (!inputSchema || (requestBody && body === undefined)) continue;
    const given = own(parameters).flatMap(({ name: parameter, example }) =>
      example === undefined ? [] : [[parameter, example] as const],
    );
    const input = Array.isArray(body) ? body : { ...Object.fromEntries(given), ...(body as object | undefined) };
    const { issues } = await inputSchema['~standard'].validate(input);
    const said = (issues ?? []).map(
      (issue: { path?: readonly unknown[]; message: string }) =>
        `${issue.path?.map(String).join('.')} ${issue.message}`,
    );
    if (issues) wrong.push(`${name}: ${said.join('; ')}`);
  }
  expect(wrong).toEqual([]);
});

test('the page shows them, with the address as it is typed', async () => {
  const { apiPage } = await import('./api-page.ts');
  const page = String(apiPage(document).html);
  expect(page).toContain('GET /api/admin/orders/1503');
  expect(page).toContain('&quot;firstName&quot;: &quot;Milica&quot;');
});
