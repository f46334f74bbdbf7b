import { eq } from 'drizzle-orm';
import type { Edges } from '../app.ts';
import type { Tx } from '../platform/db.ts';
import { queueMail } from '../platform/mail.ts';
import { LINK_MINUTES, makeOneTimeToken } from './one-time-token.ts';
import { profiles } from './schema.ts';

/** The mails of the sign-in server. A link carries its token behind `#`, so that it never reaches a log or a proxy. */
interface Addressee {
  id: string;
  email: string;
}

/**
 * The page only shows a button; pressing it spends the token. Links that act when opened are burnt by mail scanners.
 * The address comes from configuration: a forged Host header cannot lead a link elsewhere.
 */
const linkTo = ({ config }: Edges, token: string, type: 'signup' | 'recovery' | 'email_change') =>
  `${config.publicUrl}/auth/confirm#token_hash=${token}&type=${type}`;

const hours = (minutes: number) => minutes / 60;

/** Six digits are not enough of a key for the one account that can do everything: its mails carry a link only. */
export const takesCodes = ({ config }: Edges, user: { email: string }) => user.email !== config.superAdmin.email;
const typable = (edges: Edges, user: Addressee, code: string) => (takesCodes(edges, user) ? code : null);

export async function mailConfirmation(tx: Tx, edges: Edges, user: Addressee): Promise<void> {
  const { token, code } = await makeOneTimeToken(tx, edges, user.id, 'signup', user.email);
  await queueMail(tx, edges.queue, {
    to: user.email,
    template: 'accounts.confirm-address',
    props: {
      link: linkTo(edges, token, 'signup'),
      code: typable(edges, user, code),
      hours: hours(LINK_MINUTES.signup),
    },
  });
}

export async function mailRecovery(tx: Tx, edges: Edges, user: Addressee): Promise<void> {
  const { token, code } = await makeOneTimeToken(tx, edges, user.id, 'recovery', user.email);
  await queueMail(tx, edges.queue, {
    to: user.email,
    template: 'accounts.recovery',
    props: {
      email: user.email,
      link: linkTo(edges, token, 'recovery'),
      code: typable(edges, user, code),
      minutes: LINK_MINUTES.recovery,
    },
  });
}

/** To the old address and to the new one: both owners must agree. */
export async function mailEmailChange(tx: Tx, edges: Edges, user: Addressee, newEmail: string): Promise<void> {
  for (const [kind, to] of [
    ['email_change_current', user.email],
    ['email_change_new', newEmail],
  ] as const) {
    const { token, code } = await makeOneTimeToken(tx, edges, user.id, kind, to);
    await queueMail(tx, edges.queue, {
      to,
      template: 'accounts.email-change',
      props: {
        from: user.email,
        to: newEmail,
        link: linkTo(edges, token, 'email_change'),
        code,
        hours: hours(LINK_MINUTES[kind]),
      },
    });
  }
}

/** Somebody registered with an address that has an account; only its owner learns that. */
export async function mailAddressExists(tx: Tx, edges: Edges, email: string): Promise<void> {
  await queueMail(tx, edges.queue, {
    to: email,
    template: 'accounts.address-exists',
    props: { link: `${edges.config.publicUrl}/auth` },
  });
}

export async function mailPasswordChanged(tx: Tx, edges: Edges, email: string): Promise<void> {
  await queueMail(tx, edges.queue, {
    to: email,
    template: 'accounts.password-changed',
    props: { email, at: edges.now().toISOString() },
  });
}

export async function mailReauthentication(tx: Tx, edges: Edges, user: Addressee): Promise<void> {
  const { code } = await makeOneTimeToken(tx, edges, user.id, 'reauthentication', user.email);
  await queueMail(tx, edges.queue, {
    to: user.email,
    template: 'accounts.reauthentication',
    props: { code, minutes: LINK_MINUTES.reauthentication },
  });
}

/** A registration goes to review: the applicant hears that it arrived, the super-admin that somebody waits. Once. */
export async function mailRegistration(tx: Tx, edges: Edges, userId: string): Promise<void> {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, userId));
  if (!profile?.toBeRegistered) return;
  const { username, email, companyName } = profile;
  const applicant = {
    username,
    firstName: profile.firstName ?? '',
    lastName: profile.lastName ?? '',
    phone: profile.phone ?? '',
    city: profile.city ?? '',
    country: profile.country ?? '',
  };
  await queueMail(tx, edges.queue, {
    to: email,
    template: 'accounts.registration-received',
    props: applicant,
    onceKey: `accounts.registration-received:${userId}`,
  });
  await queueMail(tx, edges.queue, {
    to: edges.config.superAdmin.email,
    template: 'accounts.registration-waiting',
    props: { ...applicant, id: userId, email, companyName },
    onceKey: `accounts.registration-waiting:${userId}`,
  });
}
