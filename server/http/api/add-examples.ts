import type { OpenAPI } from '@orpc/openapi';
import type { ProcedureName } from '#domain/calls.ts';
import { exampleOf, type JsonSchema } from './example-of.ts';

/** One request and one answer of an operation, as far as they can be written down: files cannot. */
export function addExamples(operation: OpenAPI.OperationObject, schemas: Record<string, JsonSchema>): void {
  const name = operation.operationId as ProcedureName;
  const noun = name.split('.').at(-2) ?? name;
  // Shared ones bring their own.
  const parameters = (operation.parameters ?? []).filter((one) => !('$ref' in one)) as OpenAPI.ParameterObject[];
  for (const parameter of parameters.filter(({ required }) => required)) {
    const made = exampleOf(parameter.schema as JsonSchema, { schemas, isRequest: true }, [name, noun, parameter.name]);
    if (made !== undefined) parameter.example = made;
  }
  const body = operation.requestBody as OpenAPI.RequestBodyObject | undefined;
  addTo(body?.content, { schemas, isRequest: true }, [name, noun]);
  for (const [status, answer] of Object.entries(operation.responses ?? {}) as [string, OpenAPI.ResponseObject][])
    if (status < '400') addTo(answer.content, { schemas, isRequest: false }, [name, noun]);
}

const TYPES_WITH_EXAMPLES = ['application/json', 'application/jsonl'];

function addTo(
  content: Record<string, OpenAPI.MediaTypeObject> | undefined,
  making: Parameters<typeof exampleOf>[1],
  about: readonly string[],
): void {
  for (const type of TYPES_WITH_EXAMPLES) {
    const media = content?.[type];
    if (!media || media.example !== undefined) continue;
    const made = exampleOf(media.schema as JsonSchema, making, about);
    if (made !== undefined) media.example = made;
  }
}
