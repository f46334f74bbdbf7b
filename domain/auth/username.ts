/** A username may look like an e-mail address only when it is the person's own: nobody sits on somebody else's. */
export const isUsernameAllowed = (username: string, email: string): boolean =>
  !username.includes('@') || username.toLowerCase() === email.toLowerCase();
