import { purchase } from '#domain/payments/copy.ts';

/**
 * A tab for the payment page. Browsers allow one only while a click is being handled, so it is opened empty first and
 * redirected when the server has answered. `null` when the browser blocked it.
 */
export function openPaymentTab(): PaymentTab | null {
  const tab = window.open('', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = purchase.paying;
  tab.document.body.textContent = purchase.paying;
  return {
    go: (url) => tab.location.replace(url),
    close: () => tab.close(),
  };
}

export interface PaymentTab {
  go(url: string): void;
  close(): void;
}
