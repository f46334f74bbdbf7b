import type { APIRequestContext } from '@playwright/test';
import { ADMIN_EMAIL, ADMIN_PASSWORD, bearer, expect, member, type Somebody, signInByHand } from './story.ts';

/** A member under whoever has that code, or at the top of the network; answers with the code that invites others. */
export async function networkMember(request: APIRequestContext, who: Somebody, under = 'root'): Promise<string> {
  const session = await member(request, who);
  const admin = await signInByHand(request, ADMIN_EMAIL, ADMIN_PASSWORD);
  const enrolled = await request.post('/api/rpc/enroll_ref', {
    data: { p_ref: under, p_user: session.user.id },
    ...bearer(admin.access_token),
  });
  expect(enrolled.status(), await enrolled.text()).toBe(200);
  const mine = await request.get('/api/network/mine', bearer(session.access_token));
  return (await mine.json()).code;
}
