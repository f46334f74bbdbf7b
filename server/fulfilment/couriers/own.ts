import type { CourierPort } from './courier.ts';

/** Our own delivery, or somebody comes for it: nobody is asked, and people say what happened. */
export const ownDelivery: CourierPort = {
  name: 'own',
  capabilities: { asks: false, find: false, cancel: false, status: false, email: null },
  codeOf: () => null,
  trackingOf: () => null,
  checkAddress: async () => 'known',
  make: async () => {},
  find: async () => false,
  cancel: async () => {},
  status: async () => [],
  transferOf: () => null,
  payout: async () => [],
  readMessage: () => null,
};
