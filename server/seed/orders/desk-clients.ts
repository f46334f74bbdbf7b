import { randomUUID } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { inArray } from 'drizzle-orm';
import { contract } from '#domain/contract.ts';
import { createApp } from '../../app.ts';
import { sessions } from '../../auth/schema.ts';
import { openTokens } from '../../auth/sessions/tokens.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../client.ts';
import { openDoubles } from './doubles.ts';

/** What the demonstration's people do the program with: one application at a clock that the demonstration sets. */
export interface Desk {
  deps: Dependencies;
  clock: { now: Date };
  /** Signs somebody in at the clock's time. */
  as(person: { id: string; email: string }): Promise<Client>;
  /** Presses a button of the payment provider's page. */
  press(page: string, fields: Record<string, string>): Promise<void>;
  /** What the courier does. */
  courier: Awaited<ReturnType<typeof openDoubles>>['courier'];
  /** Its people are signed in nowhere afterwards, and whoever stands in for others has ended. */
  close(): Promise<void>;
}

export async function openDesk(opened: Dependencies): Promise<Desk> {
  const clock = { now: opened.now() };
  const now = () => clock.now;
  const { sealingKeys: sealing, publicUrl } = opened.config;
  const tokens = await openTokens(opened.db, `${publicUrl}/auth/v1`, { now, sealing });
  const send = async (request: Request): Promise<Response> => app.fetch(request);
  const { courier, ...doubles } = await openDoubles(opened, { now, send });
  const deps = { ...opened, ...doubles, now, tokens };
  const app = createApp(deps);
  const signedIn: string[] = [];
  return {
    deps,
    clock,
    async as({ id, email }) {
      const sessionId = randomUUID();
      signedIn.push(sessionId);
      await deps.db.insert(sessions).values({ id: sessionId, userId: id, refreshedAt: clock.now, provenAt: clock.now });
      const issue = async () => {
        const amr = [{ method: 'password', timestamp: Math.floor(clock.now.getTime() / 1000) }];
        const claims = { userId: id, sessionId, email, aal: 'aal1' as const, amr, userMetadata: {} };
        return (await deps.tokens.issue(claims, clock.now)).token;
      };
      const link = new OpenAPILink(contract, {
        url: `${publicUrl}/api`,
        headers: async () => ({ authorization: `Bearer ${await issue()}` }),
        fetch: (request) => send(request),
      });
      return createORPCClient(link);
    },
    async press(page, fields) {
      const answer = await send(new Request(page, { method: 'POST', body: new URLSearchParams(fields) }));
      if (answer.status !== 303) throw new Error(`the page of the demonstration answered ${answer.status}`);
    },
    courier,
    async close() {
      await deps.db.delete(sessions).where(inArray(sessions.id, signedIn));
      await doubles.payments.stop();
      await doubles.couriers.stop();
    },
  };
}
