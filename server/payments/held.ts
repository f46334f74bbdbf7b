import type { PaymentGateway } from './gateway.ts';
import { PaymentGatewayError } from './provider.ts';

/** Whether a part of the gateway begins or changes something at the provider; `asks` changes nothing there. */
const PARTS = {
  capabilities: 'asks',
  openPage: 'acts',
  createCustomer: 'acts',
  updateCustomer: 'acts',
  invoiceAddress: 'asks',
  fetchCheckout: 'asks',
  cancelPage: 'acts',
  refund: 'acts',
  refundPart: 'acts',
  setRenewal: 'acts',
  openPortal: 'acts',
  parseEvent: 'asks',
  fetchNews: 'asks',
  eventsSince: 'asks',
  transferOf: 'asks',
  page: 'asks',
  stop: 'asks',
} as const satisfies Record<keyof PaymentGateway, 'asks' | 'acts'>;

type Acting = {
  [Name in keyof PaymentGateway]: (typeof PARTS)[Name] extends 'acts' ? Name : never;
}[keyof PaymentGateway];

/**
 * The provider of a shop that may be held: while it is, everything can be asked and nothing is begun or changed there. To its callers
 * the provider is down.
 */
export function heldGateway(gateway: PaymentGateway, isHeld: () => boolean): PaymentGateway {
  const refuseWhileHeld =
    (work: (...args: never[]) => Promise<unknown>) =>
    async (...args: never[]): Promise<unknown> => {
      if (isHeld()) throw new PaymentGatewayError('down', 'held', new Error('The shop is held until npm run resume.'));
      return work(...args);
    };
  const acting = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter(
    (name): name is Acting => PARTS[name] === 'acts',
  );
  const held = Object.fromEntries(acting.map((name) => [name, refuseWhileHeld(gateway[name])]));
  return { ...gateway, ...(held as Pick<PaymentGateway, Acting>) };
}
