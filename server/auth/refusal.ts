import type { AuthCode } from '#domain/auth/refusal-copy.ts';

/** Status and message of every refusal, GoTrue's words wherever GoTrue has the code. */
const REFUSALS: Record<AuthCode, readonly [status: number, message: string]> = {
  account_closed: [400, 'This account is closed'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'invalid JWT: unable to parse or verify signature, token is malformed, forged or expired'],
  current_password_invalid: [400, 'Current password is not correct.'],
  current_password_required: [400, 'Current password required when setting new password.'],
  email_address_fixed: [422, "This account's email address is fixed by the server's configuration"],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  insufficient_aal: [403, 'AAL2 required to enroll a new factor'],
  invalid_credentials: [400, 'Invalid login credentials'],
  manual_linking_disabled: [404, 'Manual linking is disabled'],
  mfa_challenge_expired: [
    422,
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ],
  mfa_factor_name_conflict: [422, 'A factor with this friendly name already exists'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_recovery_codes_sole_factor: [422, 'Recovery codes need another verified factor'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  mfa_verified_factor_exists: [422, 'Recovery codes already exist, regenerate them instead'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_admin: [403, 'Updating app_metadata requires admin privileges'],
  not_found: [404, 'Not found'],
  otp_expired: [403, 'Token has expired or is invalid'],
  over_email_send_rate_limit: [429, 'email rate limit exceeded'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  phone_provider_disabled: [400, 'Phone logins are disabled'],
  reauthentication_needed: [400, 'Password update requires reauthentication'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  request_entity_too_large: [413, 'Request body is too large'],
  same_password: [422, 'New password should be different from the old password.'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of verified factors reached, unenroll to continue'],
  unexpected_failure: [500, 'Unexpected failure, please check server logs for more information'],
  unsupported_media_type: [415, 'Content-Type must be application/json'],
  user_already_exists: [422, 'User already registered'],
  user_banned: [400, 'User is banned'],
  username_taken: [422, 'This username is already taken'],
  validation_failed: [400, 'The request is not valid'],
  weak_password: [422, 'Password should be at least 6 characters.'],
};

interface Details {
  status?: number;
  message?: string;
  /** Seconds until another attempt makes sense; sent as `Retry-After`. */
  retryAfter?: number;
  /** Fields the client expects beside code and message. */
  fields?: Record<string, unknown>;
}

/** An expected "no" of the sign-in server. */
export class AuthRefusal extends Error {
  readonly code: AuthCode;
  readonly status: number;
  readonly details: Details;

  constructor(code: AuthCode, details: Details) {
    const [status, message] = REFUSALS[code];
    super(details.message ?? message);
    this.code = code;
    this.status = details.status ?? status;
    this.details = details;
  }
}

export const authRefusal = (code: AuthCode, details: Details = {}): AuthRefusal => new AuthRefusal(code, details);

/** Too much at once: the client keeps its session and tries again. Never a 4xx on refresh, which would sign people out. */
export const tooBusy = (retryAfter = 1): AuthRefusal =>
  authRefusal('over_request_rate_limit', { status: 503, message: 'The server is busy, please try again', retryAfter });

/**
 * A refusal in the form the caller reads: with `X-Supabase-Api-Version: 2024-01-01` or later the code is a string and the
 * header is echoed (without the echo the client ignores the code); without it, GoTrue's old form.
 */
export function refusalResponse(refusal: AuthRefusal, request: Request, requestId: string): Response {
  const { code, status, message, details } = refusal;
  const headers = new Headers({ 'content-type': 'application/json', 'x-sb-error-code': code });
  if (details.retryAfter !== undefined) headers.set('retry-after', String(details.retryAfter));
  const reference = status === 500 ? { error_id: requestId } : {};
  const body = understandsErrorCodes(request)
    ? { code, message, ...details.fields, ...reference }
    : { code: status, error_code: code, msg: message, ...details.fields, ...reference };
  return new Response(JSON.stringify(body), { status, headers });
}

export const API_VERSION = '2024-01-01';

export function understandsErrorCodes(request: Request): boolean {
  const version = request.headers.get('x-supabase-api-version') ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION;
}
