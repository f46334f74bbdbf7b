import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Edges } from '../app.ts';
import type { Frame } from '../platform/frame.ts';
import { readJson } from './auth-body.ts';
import { API_VERSION, AuthRefusal, refusalResponse, refuse, speaksCodes, tooBusy } from './auth-refusal.ts';
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from './factors.ts';
import { passwordGrant } from './password-grant.ts';
import { PasswordsBusy } from './passwords.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover, resend } from './recover.ts';
import {
  makeRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes.ts';
import { refreshGrant } from './refresh-grant.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { throttleOf } from './throttle.ts';
import { readUser, updateUser } from './user.ts';
import { verify } from './verify.ts';
import type { Visit } from './visit.ts';

/** Bytes. The largest honest request is a registration. */
const MAX_BODY = 64 * 1024;

/**
 * The sign-in server, `/auth/v1`: as much of GoTrue's protocol as `@supabase/auth-js` speaks to us (docs/auth.md).
 * Everything under the prefix is answered in JSON; an unknown address is a 404, never a page.
 */
export function authRoutes(edges: Edges): Hono<Frame> {
  const app = new Hono<Frame>();
  const throttle = throttleOf(edges);

  const visit = (c: Context<Frame>): Visit => ({
    edges,
    throttle,
    ip: c.get('ip'),
    userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
    requestId: c.get('requestId'),
    bearer: /^bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null,
  });
  type Verb = (visit: Visit, body: unknown) => Promise<object>;
  const asking = (verb: (visit: Visit) => Promise<object>) => async (c: Context<Frame>) => c.json(await verb(visit(c)));
  const telling = (verb: Verb) => async (c: Context<Frame>) => c.json(await verb(visit(c), await readJson(c.req.raw)));

  app.use(async (c, next) => {
    await next();
    if (speaksCodes(c.req.raw)) c.res.headers.set('x-supabase-api-version', API_VERSION);
  });
  app.use(
    bodyLimit({
      maxSize: MAX_BODY,
      onError: (c) => answerError(refuse('request_entity_too_large'), c as Context<Frame>, edges),
    }),
  );

  app.get('/health', (c) => c.json({ name: 'vidik-auth', version: 'v1', description: 'Sign-in server' }));
  app.get('/settings', (c) => c.json(settings(edges)));
  app.get('/.well-known/jwks.json', (c) => {
    c.header('cache-control', 'public, max-age=600');
    return c.json(edges.tokens.jwks());
  });

  app.post('/signup', telling(signUp));
  app.post('/token', (c) => {
    const grant = c.req.query('grant_type');
    if (grant === 'password') return telling(passwordGrant)(c);
    if (grant === 'refresh_token') return telling(refreshGrant)(c);
    throw refuse('invalid_credentials', { message: 'unsupported_grant_type' });
  });
  app.post('/logout', async (c) => {
    await signOut(visit(c), c.req.query('scope') ?? 'global');
    return c.body(null, 204);
  });
  app.get('/user', asking(readUser));
  app.put('/user', telling(updateUser));
  app.post('/verify', telling(verify));
  app.post('/recover', telling(recover));
  app.post('/resend', telling(resend));
  app.get('/reauthenticate', asking(reauthenticate));

  app.get('/factors/recovery-codes', asking(recoveryCodesStatus));
  app.post('/factors/recovery-codes', asking(makeRecoveryCodes));
  app.post('/factors/recovery-codes/verify', telling(verifyRecoveryCode));
  app.post('/factors/recovery-codes/regenerate', asking(regenerateRecoveryCodes));
  app.delete('/factors/recovery-codes', asking(removeRecoveryCodes));
  app.post('/factors', telling(enrollFactor));
  app.post('/factors/:id/challenge', (c) => asking((v) => challengeFactor(v, c.req.param('id')))(c));
  app.post('/factors/:id/verify', (c) => telling((v, body) => verifyFactor(v, c.req.param('id'), body))(c));
  app.delete('/factors/:id', (c) => asking((v) => unenrollFactor(v, c.req.param('id')))(c));

  const noLinking = () => {
    throw refuse('manual_linking_disabled');
  };
  app.get('/user/identities/authorize', noLinking);
  app.delete('/user/identities/:id', noLinking);
  app.all('*', () => {
    throw refuse('not_found');
  });
  app.onError((error, c) => answerError(error, c, edges));
  return app;
}

function answerError(error: Error, c: Context<Frame>, { log }: Edges): Response {
  const requestId = c.get('requestId');
  if (error.name === 'BodyLimitError') return refusalResponse(refuse('request_entity_too_large'), c.req.raw, requestId);
  if (error instanceof PasswordsBusy) return refusalResponse(tooBusy(), c.req.raw, requestId);
  if (error instanceof AuthRefusal) return refusalResponse(error, c.req.raw, requestId);
  log.error({ error, requestId }, 'unexpected');
  return refusalResponse(refuse('unexpected_failure'), c.req.raw, requestId);
}

const settings = ({ config }: Edges) => ({
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: false,
  mailer_autoconfirm: !config.emailConfirmation,
  phone_autoconfirm: false,
  sms_provider: '',
  mfa_enabled: true,
  saml_enabled: false,
});
