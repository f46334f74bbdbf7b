import { type Context, Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import { SIGN_IN_CALLS } from '#domain/auth/calls.ts';
import type { CallName } from '#domain/calls.ts';
import type { Dependencies } from '../dependencies.ts';
import { createAccount } from '../flows/people/create-account.ts';
import { notifyOfRegistration } from '../flows/people/notify-of-registration.ts';
import { bearerToken } from '../http/bearer.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type CallLimits, limitsOf } from '../limits.ts';
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '../platform/database-errors.ts';
import { readJson } from './body.ts';
import { challengeFactor, enrollFactor, unenrollFactor, verifyFactor } from './factors/factors.ts';
import {
  makeRecoveryCodes,
  recoveryCodesStatus,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from './factors/recovery-codes.ts';
import { limitRefusal } from './limit-refusal.ts';
import { PasswordsBusy } from './passwords/passwords.ts';
import { reauthenticate } from './proof/reauthenticate.ts';
import { recover, resend } from './recovery/recover.ts';
import { verify } from './recovery/verify.ts';
import { API_VERSION, AuthRefusal, authRefusal, refusalResponse, tooBusy, understandsErrorCodes } from './refusal.ts';
import type { AuthRequest } from './request.ts';
import { refreshGrant } from './sessions/refresh-grant.ts';
import { signOut } from './sessions/sign-out.ts';
import { passwordGrant } from './sign-in/password-grant.ts';
import { signUp } from './sign-up/sign-up.ts';
import { readUser, updateUser } from './user.ts';

interface Limited extends RequestContext {
  Variables: RequestContext['Variables'] & { limits: CallLimits };
}

/**
 * The sign-in server, `/auth/v1`: as much of GoTrue's protocol as `@supabase/auth-js` speaks to us (docs/auth.md).
 * Everything under the prefix is answered in JSON; an unknown address is a 404, never a page.
 */
export function authRoutes(deps: Dependencies): Hono<Limited> {
  const app = new Hono<Limited>();

  const requestOf = (c: Context<Limited>): AuthRequest => ({
    deps,
    flows: { createAccount, notifyOfRegistration },
    limits: c.get('limits'),
    ip: c.get('ip'),
    userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
    requestId: c.get('requestId'),
    note: c.get('note'),
    bearer: bearerToken(c.req.raw.headers),
  });
  type Verb = (request: AuthRequest, body: unknown) => Promise<object>;
  const withoutBody = (verb: (request: AuthRequest) => Promise<object>) => async (c: Context<Limited>) =>
    c.json(await verb(requestOf(c)));
  const withBody = (verb: Verb) => async (c: Context<Limited>) =>
    c.json(await verb(requestOf(c), await readJson(c.req.raw)));

  app.use(async (c, next) => {
    await next();
    if (understandsErrorCodes(c.req.raw)) c.res.headers.set('x-supabase-api-version', API_VERSION);
  });
  /** Whoever asks too often is refused before the body is read. */
  app.use(async (c, next) => {
    const call = callOf(c);
    if (call) {
      c.get('note').call = call;
      const limits = limitsOf(deps, call, { ip: c.get('ip') }, limitRefusal);
      c.set('limits', limits);
      await limits.consumeForNetwork();
    }
    return next();
  });

  app.get('/health', (c) => c.json({ name: 'vidik-auth', version: 'v1', description: 'Sign-in server' }));
  app.get('/settings', (c) => c.json(settings(deps)));
  app.get('/.well-known/jwks.json', (c) => {
    c.header('cache-control', 'public, max-age=600');
    return c.json(deps.tokens.jwks());
  });

  app.post('/signup', withBody(signUp));
  app.post('/token', (c) => {
    const grant = c.req.query('grant_type');
    if (grant === 'password') return withBody(passwordGrant)(c);
    if (grant === 'refresh_token') return withBody(refreshGrant)(c);
    throw authRefusal('invalid_credentials', { message: 'unsupported_grant_type' });
  });
  app.post('/logout', async (c) => {
    await signOut(requestOf(c), c.req.query('scope') ?? null);
    return c.body(null, 204);
  });
  app.get('/user', withoutBody(readUser));
  app.put('/user', withBody(updateUser));
  app.post('/verify', withBody(verify));
  app.post('/recover', withBody(recover));
  app.post('/resend', withBody(resend));
  app.get('/reauthenticate', withoutBody(reauthenticate));

  app.get('/factors/recovery-codes', withoutBody(recoveryCodesStatus));
  app.post('/factors/recovery-codes', withoutBody(makeRecoveryCodes));
  app.post('/factors/recovery-codes/verify', withBody(verifyRecoveryCode));
  app.post('/factors/recovery-codes/regenerate', withoutBody(regenerateRecoveryCodes));
  app.delete('/factors/recovery-codes', withoutBody(removeRecoveryCodes));
  app.post('/factors', withBody(enrollFactor));
  app.post('/factors/:id/challenge', (c) => withoutBody((v) => challengeFactor(v, c.req.param('id')))(c));
  app.post('/factors/:id/verify', (c) => withBody((v, body) => verifyFactor(v, c.req.param('id'), body))(c));
  app.delete('/factors/:id', (c) => withoutBody((v) => unenrollFactor(v, c.req.param('id')))(c));

  const noLinking = () => {
    throw authRefusal('manual_linking_disabled');
  };
  app.get('/user/identities/authorize', noLinking);
  app.delete('/user/identities/:id', noLinking);
  app.all('*', () => {
    throw authRefusal('not_found');
  });
  app.onError((error, c) => answerError(error, c, deps));
  return app;
}

/** The name of the call's row; `null` for addresses that are none of ours. */
function callOf(c: Context): CallName | null {
  const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL');
  if (!route) return null;
  const grant = route.path.endsWith('/token') ? `?grant_type=${c.req.query('grant_type')}` : '';
  const name = `${route.method} ${route.path}${grant}`;
  return name in SIGN_IN_CALLS ? (name as CallName) : null;
}

function answerError(error: Error, c: Context<Limited>, { log }: Dependencies): Response {
  const requestId = c.get('requestId');
  if (error instanceof PasswordsBusy) return refusalResponse(tooBusy(), c.req.raw, requestId);
  if (error instanceof AuthRefusal) return refusalResponse(error, c.req.raw, requestId);
  if (isDatabaseUnavailable(error)) {
    log.warn({ error, requestId }, 'the database is not available');
    return refusalResponse(tooBusy(RETRY_AFTER_SECONDS), c.req.raw, requestId);
  }
  log.error({ error, requestId }, 'unexpected');
  return refusalResponse(authRefusal('unexpected_failure'), c.req.raw, requestId);
}

const settings = ({ config }: Dependencies) => ({
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: false,
  mailer_autoconfirm: !config.emailConfirmation,
  phone_autoconfirm: false,
  sms_provider: '',
  mfa_enabled: true,
  saml_enabled: false,
});
