import type pg from 'pg';
import { type SealingKeys, sealingKeyId } from '../auth/sessions/sealing.ts';
import type { ArchiveHead } from './archive/contents.ts';

export const canUnseal = ({ sealedBy }: ArchiveHead, keys: SealingKeys): boolean => {
  const ids = new Set(keys.map(sealingKeyId));
  return sealedBy.every((id) => ids.has(id));
};

/**
 * Takes the shop's sealed keys out, and whatever cannot be read or trusted without them; the next start makes new ones. Tokens of TVs
 * and links of mails are kept as hashes of their own and stay good.
 */
export async function removeSealed(client: pg.Client): Promise<void> {
  for (const statement of [
    'delete from auth.keys',
    'delete from auth.sessions',
    'delete from auth.one_time_tokens',
    'delete from auth.mfa_factors',
    'delete from auth.recovery_codes',
    'delete from webhook_endpoints',
    'update reward_payees set tax_number = null, tax_number_at = null where tax_number is not null',
  ])
    await client.query(statement);
}
