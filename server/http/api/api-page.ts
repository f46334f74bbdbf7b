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
      <nav aria-label="Domains">${[...groups.keys(), 'schemas'].map((tag) => html`<a href="#${tag}">${tag}</a> `)}</nav>
    </header>
    <main>
      ${[...groups].map(([tag, procedures]) => html`<section id="${tag}"><h2>${tag}</h2>${procedures}</section>`)}
      <section id="schemas">
        <h2>Schemas</h2>
        ${Object.entries(document.components?.schemas ?? {}).map(
          ([name, schema]) => html`<h3 id="schema-${name}">${name}</h3><pre tabindex="0">${describe(schema)}</pre>`,
        )}
      </section>
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
  const parameters = ownParameters(operation);
  const headers = (operation.parameters ?? []).flatMap((one) => ('$ref' in one ? [lastOf(one.$ref)] : []));
  const body = (operation.requestBody as OpenAPI.RequestBodyObject | undefined)?.content;
  const answers = Object.entries(operation.responses ?? {}) as [string, OpenAPI.ResponseObject][];
  return html`<details id="${operation.operationId}">
    <summary><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${operation.summary}</span></summary>
    ${(operation.description ?? '').split('\n\n').map((paragraph) => html`<p>${paragraph.replaceAll('`', '')}</p>`)}
    ${
      parameters.length > 0 &&
      html`<h3>Parameters</h3>
        <dl>${parameters.map(
          ({ name, required, schema }) => html`<dt><code>${name}${required ? '' : '?'}</code> ${describe(schema)}</dt>
            <dd>${(schema as Schema | undefined)?.description ?? ''}</dd>`,
        )}</dl>`
    }
    ${headers.length > 0 && html`<p>Headers of programs: ${headers.join(', ')}</p>`}
    ${contents(body).map(([type, schema]) => html`<h3>request · ${type}</h3><pre tabindex="0">${describe(schema)}</pre>`)}
    ${answers
      .filter(([status]) => status < '400')
      .map(([status, answer]) =>
        contents(answer.content).map(
          ([type, schema]) => html`<h3>${status} · ${type}</h3><pre tabindex="0">${linked(schema)}</pre>`,
        ),
      )}
    ${exampleOf(method, path, operation)}
    <h3>Refusals</h3>
    <ul>
      ${answers.filter(([status]) => status >= '400').map(([status, answer]) => html`<li>${status} ${codesOf(answer)}</li>`)}
    </ul>
  </details>`;
}

/** Those that all procedures share stand by their names alone. */
const ownParameters = ({ parameters = [] }: OpenAPI.OperationObject): OpenAPI.ParameterObject[] =>
  parameters.flatMap((one) => ('$ref' in one ? [] : [one]));

const lastOf = (reference: string): string => reference.split('/').at(-1)!;

/** A request as it is sent, and its answer, where the document has them. */
function exampleOf(method: string, path: string, operation: OpenAPI.OperationObject) {
  const body = exampleIn((operation.requestBody as OpenAPI.RequestBodyObject | undefined)?.content);
  const [status, answer] = Object.entries(operation.responses ?? {}).find(([one]) => one < '400') ?? [];
  const answered = exampleIn((answer as OpenAPI.ResponseObject | undefined)?.content);
  if (body === undefined && answered === undefined) return '';
  const request = `${method.toUpperCase()} ${addressOf(path, ownParameters(operation))}`;
  return html`<h3>Example</h3>
    <pre tabindex="0">${[request, ...(body === undefined ? [] : [body])].join('\n\n')}</pre>
    ${answered !== undefined && html`<pre tabindex="0">${status}\n\n${answered}</pre>`}`;
}

/** With the values of the examples in it. */
function addressOf(path: string, parameters: OpenAPI.ParameterObject[]): string {
  const written = ({ example }: OpenAPI.ParameterObject) => encodeURIComponent(String(example));
  const shown = parameters.filter(({ example }) => example !== undefined);
  const filled = shown.reduce((all, one) => all.replace(`{${one.name}}`, written(one)), path);
  const query = shown.filter((one) => one.in === 'query').map((one) => `${one.name}=${written(one)}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

function exampleIn(content: Record<string, OpenAPI.MediaTypeObject> | undefined): string | undefined {
  for (const [type, { example }] of Object.entries(content ?? {})) {
    if (example === undefined) continue;
    return type === 'application/jsonl' ? JSON.stringify(example) : JSON.stringify(example, null, 2);
  }
  return undefined;
}

/** Codes of an answer, or of the general one that it stands for. */
const codesOf = (answer: OpenAPI.ResponseObject | OpenAPI.ReferenceObject): string =>
  '$ref' in answer ? lastOf(answer.$ref).replaceAll('-or-', ', ') : answer.description.replaceAll('`', '');

const contents = (content: Record<string, OpenAPI.MediaTypeObject> | undefined): [string, unknown][] =>
  Object.entries(content ?? {}).map(([type, media]) => [type, media.schema]);

/** A shared schema is shown once, further down. */
const linked = (schema: unknown) => {
  const name = (schema as Schema | undefined)?.$ref?.split('/').at(-1);
  return name ? html`<a href="#schema-${name}">${name}</a>` : describe(schema);
};

interface Schema {
  description?: string;
  $ref?: string;
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
  if (schema.$ref) return schema.$ref.split('/').at(-1)!;
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
:root { color-scheme: light; --paper: #f4eee2; --sheet: #fcf9f2; --ink: #0f1a24; --line: #d6ccb8; --dim: #5b564c; --link: #1f3fa8; }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --paper: #0f1a24; --sheet: #182733; --ink: #f4eee2; --line: #3a404b; --dim: #b4ad9f; --link: #a9bcff; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.55 system-ui, sans-serif; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; }
body::before { content: ""; display: block; height: 8px; background: linear-gradient(90deg, #ffc51f 0 20%, #1fb2c1 0 40%, #35a35c 0 55%, #cb4a9a 0 70%, #de4430 0 85%, #2f50cf 0); }
header, main { max-width: 64rem; margin: 0 auto; padding: 0 1.25rem; } header { padding-top: 2.5rem; } main { padding-bottom: 6rem; }
h1 { font-size: clamp(2.2rem, 1.6rem + 3vw, 3.4rem); line-height: 1.05; margin: 0 0 1rem; } h2 { font-size: 1.4rem; margin: 3rem 0 .75rem; scroll-margin-top: 1rem; }
h3 { font-size: .85rem; font-weight: 650; color: var(--dim); margin: 1rem 0 .25rem; scroll-margin-top: 1rem; }
p { max-width: 70ch; } a { color: var(--link); } nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; } nav a { padding: .6rem 0; }
details { border: 1.5px solid var(--line); border-bottom-width: 0; background: var(--sheet); padding: 0 1rem; } details:last-of-type { border-bottom-width: 1.5px; }
details[open] { padding-bottom: 1.25rem; border-left: 6px solid #ffc51f; }
summary { cursor: pointer; padding: .75rem 0; display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) minmax(0, 1fr); gap: .15rem .75rem; align-items: baseline; overflow-wrap: anywhere; }
summary b { font: 700 .8rem/1 ui-monospace, monospace; } code { font: .9rem/1.4 ui-monospace, monospace; }
.get { color: light-dark(#0a6b4d, #5fd6a8); } .post, .put { color: var(--link); } .delete { color: light-dark(#b3261e, #ff9a93); }
pre { margin: 0; padding: .75rem 1rem; background: var(--paper); overflow-x: auto; font: .82rem/1.5 ui-monospace, monospace; }
ul, dl { margin: 0; padding-left: 1.2rem; font-size: .9rem; } dl { padding: 0; } dd { margin: 0 0 .5rem; color: var(--dim); } details p { margin: .5rem 0; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 44rem) { summary { grid-template-columns: 4.5rem minmax(0, 1fr); } summary span { grid-column: 1 / -1; } }
`;
