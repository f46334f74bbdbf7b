import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/refuse.ts';
import { packages } from '../../advertising/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { isProviderError } from '../../payments/provider.ts';

/** Where the provider shows the invoice of one of the person's own paid months. */
export async function invoiceOf(deps: Dependencies, profileId: string, id: string): Promise<{ url: string }> {
  const [period] = await deps.db
    .select({ paymentKey: packages.paymentKey })
    .from(packages)
    .where(and(eq(packages.id, id), eq(packages.profileId, profileId)));
  if (!period) throw refuse('INVOICE_NONE');
  try {
    const url = await deps.payments.invoiceAddress(period.paymentKey);
    if (!url) throw refuse('INVOICE_NONE');
    return { url };
  } catch (error) {
    if (!isProviderError(error)) throw error;
    deps.log.error({ error }, 'invoice not opened');
    throw refuse('PORTAL_DOWN');
  }
}
