import { useSession } from '../session.ts';

/** Whether somebody may agree to a difference that waits for a second person; whoever asked is the first. */
export const mayAgree = ({ dueAt, askedBy }: { dueAt: string | null; askedBy: string }, own: string | null): boolean =>
  dueAt === null && askedBy !== own;

/** The address of whoever looks. */
export function useSignedInEmail(): string | null {
  const session = useSession();
  return session.status === 'signedIn' ? session.email : null;
}
