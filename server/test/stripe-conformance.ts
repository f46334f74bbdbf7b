import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiAnswer } from '#doubles/stripe/api/api.ts';
import { decodeForm } from '#doubles/stripe/api/params.ts';
import subset from '#doubles/stripe/stripe-subset.json' with { type: 'json' };

/**
 * Holds both directions of the talk with the payment provider against Stripe's own description: the parameters we send,
 * the objects we get. A mistake is collected and fails the test that looks (`conformance.mistakes`), and every shop test
 * looks at its end.
 */
const answers = new Ajv2020({ strict: false, allErrors: true });
answers.addSchema(subset, 'stripe');
/** Form bodies are strings on the wire. */
const requests = new Ajv2020({ strict: false, coerceTypes: true });
requests.addSchema(subset, 'stripe');

interface Operation {
  requestBody?: unknown;
  'x-query-schema'?: unknown;
}
const operations = Object.entries(subset.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
  ([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const at = `stripe#/paths/${address.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}`;
      return {
        method: method.toUpperCase(),
        pattern: new RegExp(`^${address.replace(/\{\w+\}/g, '[^/]+')}$`),
        parameters: operation.requestBody
          ? `${at}/requestBody/content/application~1x-www-form-urlencoded/schema`
          : operation['x-query-schema']
            ? `${at}/x-query-schema`
            : null,
        answer: `${at}/responses/200/content/application~1json/schema`,
      };
    }),
);

const compiled = new Map<string, ValidateFunction>();
function validator(ajv: Ajv2020, ref: string): ValidateFunction {
  const found = compiled.get(ref) ?? ajv.compile({ $ref: ref });
  compiled.set(ref, found);
  return found;
}

const mistakes: string[] = [];
let seen = 0;

function check(ajv: Ajv2020, ref: string, value: unknown, what: string) {
  const validate = validator(ajv, ref);
  if (!validate(value)) mistakes.push(`${what}: ${ajv.errorsText(validate.errors)}`);
}

/** Lists in a form body have numbered keys; JSON Schema wants arrays. */
function asArrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, asArrays(item)] as const);
  return entries.length > 0 && entries.every(([key], index) => key === String(index))
    ? entries.map(([, item]) => item)
    : Object.fromEntries(entries);
}

export const conformance = {
  mistakes,
  /** How many requests have been looked at. */
  seen: () => seen,
  onExchange({ method, path, form, answer }: { method: string; path: string; form: string; answer: ApiAnswer }) {
    seen += 1;
    const operation = operations.find((one) => one.method === method && one.pattern.test(path));
    const what = `${method} ${path}`;
    if (!operation) {
      mistakes.push(`${what}: not part of the subset`);
      return;
    }
    if (operation.parameters) check(requests, operation.parameters, asArrays(decodeForm(form)), `${what} parameters`);
    const ref = answer.status === 200 ? operation.answer : 'stripe#/components/schemas/error';
    check(answers, ref, JSON.parse(JSON.stringify(answer.body)), `${what} answer ${answer.status}`);
  },
  event(event: unknown) {
    check(answers, 'stripe#/components/schemas/Event', event, `event ${(event as { type: string }).type}`);
  },
};
