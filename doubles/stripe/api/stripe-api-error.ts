type FaultType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';

interface FaultDetails {
  code?: string;
  param?: string;
  decline_code?: string;
}

/** An error as Stripe's API words it; the SDK chooses its error class by `type` and `status`. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly type: FaultType;
  readonly details: FaultDetails;
  constructor(status: number, type: FaultType, message: string, details: FaultDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }
  body() {
    return { error: { type: this.type, message: this.message, ...this.details } };
  }
}

export const badRequest = (message: string, param?: string, code?: string) =>
  new StripeApiError(400, 'invalid_request_error', message, { ...(param ? { param } : {}), ...(code ? { code } : {}) });

export const missing = (kind: string, id: string, param = 'id') =>
  new StripeApiError(404, 'invalid_request_error', `No such ${kind}: '${id}'`, { code: 'resource_missing', param });

export const declined = (code: 'generic_decline' | 'insufficient_funds') =>
  new StripeApiError(402, 'card_error', 'Your card was declined.', { code: 'card_declined', decline_code: code });
