import type { PaymentGateway } from './gateway.ts';
import { PaymentGatewayError } from './provider.ts';

/**
 * The provider of a shop that may be held: while it is, everything can be asked and nothing is begun or changed there. To its callers
 * the provider is down.
 */
export function heldGateway(gateway: PaymentGateway, isHeld: () => boolean): PaymentGateway {
  const unlessHeld =
    <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      if (isHeld()) throw new PaymentGatewayError('down', 'held', new Error('The shop is held until npm run resume.'));
      return work(...args);
    };
  return {
    ...gateway,
    openPage: unlessHeld(gateway.openPage),
    createCustomer: unlessHeld(gateway.createCustomer),
    updateCustomer: unlessHeld(gateway.updateCustomer),
    cancelPage: unlessHeld(gateway.cancelPage),
    refund: unlessHeld(gateway.refund),
    setRenewal: unlessHeld(gateway.setRenewal),
    openPortal: unlessHeld(gateway.openPortal),
  };
}
