/** Whether somebody bought it themselves: with their account, or under its address. */
export const isBuyerOf = (
  bought: { profileId?: string | null; email: string },
  { id, email }: { id: string; email?: string | null },
): boolean => bought.profileId === id || bought.email === email;
