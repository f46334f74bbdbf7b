import { createHash } from 'node:crypto';
import type { OpenAPI } from '@orpc/openapi';
import { Hono } from 'hono';
import type { RequestContext } from '../request-context.ts';
import { apiPage } from './api-page.ts';
import { describeApi } from './describe-api.ts';

/** The contract as an OpenAPI document at `/openapi.json`, and the same for people at `/`. Made once, when first asked for. */
export function apiDocumentRoutes(): Hono<RequestContext> {
  const app = new Hono<RequestContext>();
  let made: Promise<{ document: OpenAPI.Document; json: string; etag: string }> | undefined;
  const make = async () => {
    const document = await describeApi();
    const json = JSON.stringify(document);
    return { document, json, etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` };
  };

  app.get('/openapi.json', async (c) => {
    made ??= make();
    const { json, etag } = await made;
    const headers = { etag, 'cache-control': 'no-cache', 'access-control-allow-origin': '*' };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    return c.body(json, 200, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  });

  app.get('/', async (c) => {
    made ??= make();
    const { html, policy } = apiPage((await made).document);
    return c.html(html, 200, { 'content-security-policy': policy, 'cache-control': 'no-cache' });
  });
  return app;
}
