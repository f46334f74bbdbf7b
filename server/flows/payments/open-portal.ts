import { pages } from '#domain/pages.ts';
import { refuse } from '#domain/refuse.ts';
import type { Dependencies } from '../../dependencies.ts';
import { isProviderError } from '../../payments/provider.ts';

/** Opens the provider's page on which customers change their card and their subscription. */
export async function openPortal(deps: Dependencies, customer: string): Promise<{ url: string }> {
  try {
    return { url: await deps.payments.openPortal(customer, `${deps.config.publicUrl}${pages.account.path}#reklame`) };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    deps.log.error({ error }, 'billing portal not opened');
    throw refuse('PORTAL_DOWN');
  }
}
