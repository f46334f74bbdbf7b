/**
 * The payment provider did not do what it was asked for. `down`: it could not be reached or could not answer, so asking
 * again later is right; `unknown`: there is no such thing; `refused`: it will not do it to this object; `denied`: anything
 * else, such as a key without the permission.
 */
export class PaymentGatewayError extends Error {
  override name = 'PaymentGatewayError';
  readonly reason: 'down' | 'unknown' | 'refused' | 'denied';
  /** The provider's own word for it, for logs and staff. */
  readonly code: string;

  constructor(reason: PaymentGatewayError['reason'], code: string, cause: Error) {
    super(cause.message, { cause });
    this.reason = reason;
    this.code = code;
  }
}

export const isProviderError = (error: unknown): error is PaymentGatewayError => error instanceof PaymentGatewayError;

export const isProviderDown = (error: unknown): boolean => isProviderError(error) && error.reason === 'down';

export const isUnknownToProvider = (error: unknown): boolean => isProviderError(error) && error.reason === 'unknown';

/** The provider will not do it to this object, or knows no such object. */
export const isRefusal = (error: unknown): boolean =>
  isProviderError(error) && (error.reason === 'refused' || error.reason === 'unknown');

/**
 * An event that this server does not take. The message is for the provider's engineers; `logged` is what the log says of
 * it, an error of the configuration when there are `details`; `null`: nothing, because anybody can send it.
 */
export class EventRefused extends Error {
  override name = 'EventRefused';
  readonly logged: string | null;
  readonly details: Record<string, unknown> | undefined;

  constructor(message: string, logged: string | null, details?: Record<string, unknown>) {
    super(message);
    this.logged = logged;
    this.details = details;
  }
}
