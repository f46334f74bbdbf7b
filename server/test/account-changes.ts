import { TOTP } from 'otpauth';
import { beforeEach, expect } from 'vitest';
import type { TestApp } from './app.ts';
import { browser, codeOf, mailsTo, prove, registered } from './browser.ts';
import { call, type TestPerson } from './people.ts';

export const NEW = 'sasvim nova lozinka';
type Client = Awaited<ReturnType<typeof registered>>;

/** People who change how they enter their account, and what they are told of it; each test begins at `start`. */
export function accountChangesOf(app: TestApp) {
  const start = app.clock.now;
  beforeEach(() => {
    app.clock.now = start;
  });
  const later = (ms: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + ms);
  };

  /** Registered, with the mailbox proven just now. */
  async function owner() {
    const who = await registered(app);
    await prove(app, who);
    return who;
  }

  async function withSecondStep() {
    const who = await owner();
    const { data } = await who.auth.mfa.enroll({ factorType: 'totp' });
    const totp = new TOTP({ secret: data!.totp.secret });
    const code = () => {
      later(30_000);
      return totp.generate({ timestamp: app.clock.now.getTime() });
    };
    const { error } = await who.auth.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
    if (error) throw error;
    return { ...who, factorId: data!.id, code };
  }

  const noticesTo = async (email: string) =>
    (await mailsTo(app, email)).filter(({ template }) => template === 'accounts.way-in-changed');
  const noticeKinds = async (email: string) => (await noticesTo(email)).map(({ props }) => props.kind);

  /** The token of the newest mail about that kind of change. */
  async function undoToken(email: string, kind: string): Promise<string> {
    const mail = (await noticesTo(email)).find(({ props }) => props.kind === kind);
    const { link } = (mail?.props.undo ?? {}) as { link?: string };
    if (!link) throw new Error(`${email} was not told of ${kind}`);
    expect(link).toMatch(/^http:\/\/localhost:3000\/auth\/undo#token=[\w-]{43}$/);
    return link.split('#token=')[1]!;
  }

  async function asPerson(who: Pick<Client, 'auth' | 'id' | 'email'>): Promise<TestPerson> {
    const { data } = await who.auth.getSession();
    const claims = JSON.parse(atob(data.session!.access_token.split('.')[1]!));
    return { id: who.id, email: who.email, token: '', sessionId: claims.session_id };
  }
  const signsIn = (email: string, password: string) =>
    codeOf(browser(app).auth.signInWithPassword({ email, password }));

  return {
    asPerson,
    noticeKinds,
    later,
    owner,
    signsIn,
    start,
    noticesTo,
    undoToken,
    visitor: call(app).accounts.changes,
    withSecondStep,
  };
}
