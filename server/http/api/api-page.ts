import { createHash } from 'node:crypto';
import type { OpenAPI } from '@orpc/openapi';
import { html, raw } from 'hono/html';

/** The API for people: one page, no scripts, nothing from elsewhere. Procedures by domain, each opens on a click. */
export function apiPage(document: OpenAPI.Document) {
  const groups = new Map<string, ReturnType<typeof procedure>[]>();
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = operations?.[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? 'api';
      groups.set(tag, [...(groups.get(tag) ?? []), procedure(method, `/api${path}`, operation)]);
    }
  }
  const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${document.info.title}</title>
    <style>${raw(STYLE)}</style>
  </head>
  <body>
    <header>
      <h1>${document.info.title}</h1>
      <p>${document.info.description}</p>
      <p><a href="/api/openapi.json">openapi.json</a></p>
      <nav aria-label="Domains">${[...groups.keys()].map((tag) => html`<a href="#${tag}">${tag}</a> `)}</nav>
    </header>
    <main>
      ${[...groups].map(([tag, procedures]) => html`<section id="${tag}"><h2>${tag}</h2>${procedures}</section>`)}
    </main>
  </body>
</html>`;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return {
    html: page,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

function procedure(method: string, path: string, operation: OpenAPI.OperationObject) {
  const parameters = (operation.parameters ?? []) as OpenAPI.ParameterObject[];
  const body = (operation.requestBody as OpenAPI.RequestBodyObject | undefined)?.content;
  const answers = Object.entries(operation.responses ?? {}) as [string, OpenAPI.ResponseObject][];
  return html`<details id="${operation.operationId}">
    <summary><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${operation.operationId}</span></summary>
    ${parameters.map(
      (parameter) => html`<h3>${parameter.in}: ${parameter.name}${parameter.required ? '' : '?'}</h3>
        <pre>${describe(parameter.schema)}</pre>`,
    )}
    ${contents(body).map(([type, schema]) => html`<h3>request · ${type}</h3><pre>${describe(schema)}</pre>`)}
    ${answers.map(([status, answer]) =>
      contents(answer.content).map(
        ([type, schema]) => html`<h3>${status} · ${type}</h3><pre>${describe(schema)}</pre>`,
      ),
    )}
  </details>`;
}

const contents = (content: Record<string, OpenAPI.MediaTypeObject> | undefined): [string, unknown][] =>
  Object.entries(content ?? {}).map(([type, media]) => [type, media.schema]);

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  format?: string;
  minLength?: number;
  maxLength?: number;
  contentMediaType?: string;
}

/** A JSON schema in the short notation of TypeScript. */
function describe(given: unknown, indent = ''): string {
  if (typeof given !== 'object' || given === null) return given === false ? 'never' : 'any';
  const schema = given as Schema;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => describe(choice, indent)))].join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => describe(part, indent)).join(' & ');
  if (schema.type === 'array') return `Array<${describe(schema.items, indent)}>`;
  if (schema.properties) {
    const inner = `${indent}  `;
    const lines = Object.entries(schema.properties).map(
      ([name, value]) => `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${describe(value, inner)}`,
    );
    return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
  }
  if (typeof schema.additionalProperties === 'object')
    return `Record<string, ${describe(schema.additionalProperties, indent)}>`;
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  const limits = [
    schema.format,
    schema.minLength === undefined ? '' : `at least ${schema.minLength}`,
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength}`,
  ].filter(Boolean);
  return limits.length > 0 ? `${type} (${limits.join(', ')})` : type;
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#dcdce4, #36363f); --soft: light-dark(#f5f5f8, #1d1d22); --dim: light-dark(#5c5c68, #a2a2ae); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem; font: 1rem/1.55 system-ui, sans-serif; background: light-dark(#fff, #131316); color: light-dark(#16161a, #ececf1); }
h1 { font-size: 1.9rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; } h3 { font-size: .8rem; font-weight: 600; color: var(--dim); margin: 1rem 0 .25rem; }
a { color: light-dark(#3447c9, #9fb0ff); } nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
details { border: 1px solid var(--line); border-radius: .6rem; margin: .5rem 0; padding: 0 1rem; }
details[open] { padding-bottom: 1rem; }
summary { cursor: pointer; padding: .7rem 0; display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; overflow-wrap: anywhere; }
summary b { font: 700 .75rem/1 ui-monospace, monospace; min-width: 3.4rem; } summary span { color: var(--dim); font-size: .85rem; margin-left: auto; }
.get { color: light-dark(#0a6b4d, #5fd6a8); } .post { color: light-dark(#3447c9, #9fb0ff); } .delete { color: light-dark(#b3261e, #ff9a93); }
pre { margin: 0; padding: .75rem 1rem; background: var(--soft); border-radius: .4rem; overflow-x: auto; font: .82rem/1.5 ui-monospace, monospace; }
:focus-visible { outline: 3px solid light-dark(#3447c9, #9fb0ff); outline-offset: 2px; }
`;
