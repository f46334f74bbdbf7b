type When = Date | string;

/** What comes before a parcel on its track. What is paid to the courier, or was paid later in another way, is no step before it. */
export function stepsBefore(
  { createdAt, paidAt }: { createdAt: When; paidAt: When | null },
  packedAt: When | null,
): { key: 'placed' | 'paid'; when: When }[] {
  const isPaidBefore = paidAt !== null && (packedAt === null || new Date(paidAt) <= new Date(packedAt));
  return [{ key: 'placed', when: createdAt }, ...(isPaidBefore ? [{ key: 'paid' as const, when: paidAt }] : [])];
}
