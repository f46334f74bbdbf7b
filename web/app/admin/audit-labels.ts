import { type PageAddress, placeOfSubject } from '#domain/admin/subject-pages.ts';
import type { AuditSubject } from '#domain/audit-actions.ts';
import { audit } from '#domain/audit-copy.ts';
import type { client } from '../api.ts';

type Entry = Awaited<ReturnType<typeof client.admin.audit>>['rows'][number];

/** A newer server may send actions that this page does not know: what has no label is shown as it is. */
const label = (labels: Readonly<Record<string, string>>, key: string): string | undefined => labels[key];

export const actionName = (action: string): string => label(audit.actions, action) ?? action;

type Actor = Pick<Entry, 'actor' | 'actorEmail' | 'keyName'>;

/** What a key did is its own, whoever made it. */
export const actorName = ({ actor, actorEmail, keyName }: Actor): string =>
  keyName !== null ? audit.byKey(keyName) : (actorEmail ?? label(audit.actors, actor) ?? shortId(actor));

/** Kinds whose ids are words of the program. */
const WITHOUT_ID: readonly string[] = ['link', 'system'] satisfies AuditSubject[];

/** The kind with an address or a number; a subject with only an id no longer exists. */
export function subjectName({ subjectKind, subjectId, subjectName: name }: Entry): string {
  const kind = label(audit.subjects, subjectKind) ?? subjectKind;
  if (subjectKind === 'list') return `${kind} ${audit.lists[subjectId] ?? subjectId}`;
  if (WITHOUT_ID.includes(subjectKind)) return kind;
  return `${kind} ${name ?? shortId(subjectId)}`;
}

/** Where the subject is shown, `null` when it is gone or has no page. */
export function subjectPlace({ subjectKind, subjectId, names }: Entry): PageAddress | null {
  const kind = subjectKind as AuditSubject;
  if (BY_ID.includes(kind)) return placeOfSubject(kind, subjectId);
  const lookup = names[subjectId]?.lookup;
  return lookup ? placeOfSubject(kind, lookup) : null;
}
/** Kinds that need no name: their page is the same whatever is meant, or finds them by the id. */
const BY_ID: readonly AuditSubject[] = ['list', 'event', 'statement', 'voucher batch', 'payment event'];

/** The person who did it, or the page of keys; `null` for the others that are not people, and for whoever has left. */
export const actorPlace = ({ actor, actorEmail, keyName }: Actor): PageAddress | null =>
  keyName !== null
    ? placeOfSubject('api key', '')
    : actorEmail && !label(audit.actors, actor)
      ? placeOfSubject('profile', actorEmail)
      : null;

const shortId = (id: string) => (id.length > 20 ? `${id.slice(0, 8)}…` : id);
