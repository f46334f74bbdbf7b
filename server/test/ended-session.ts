import { eq } from 'drizzle-orm';
import { sessions } from '../auth/schema.ts';
import type { TestApp } from './app.ts';
import { untilBlocked } from './eventually.ts';
import { codeOfCall, type TestPerson } from './people.ts';

/** What is answered to a call whose session is ended while it waits. Afterwards the session is there again. */
export async function inEndedSession(
  app: Pick<TestApp, 'db'>,
  { sessionId }: TestPerson,
  ask: () => Promise<unknown>,
): Promise<string> {
  const own = eq(sessions.id, sessionId);
  const [session] = await app.db.select().from(sessions).where(own);
  const waiting = await app.db.transaction(async (tx) => {
    await tx.delete(sessions).where(own);
    const code = codeOfCall(ask());
    await untilBlocked(app);
    return { code };
  });
  const code = await waiting.code;
  await app.db.insert(sessions).values(session!);
  return code;
}
