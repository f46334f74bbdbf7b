import { audit } from '#domain/admin/audit-copy.ts';
import type { client } from '../api.ts';

type Entry = Awaited<ReturnType<typeof client.admin.audit>>['rows'][number];

/** A newer server may send actions that this page does not know: what has no label is shown as it is. */
const label = (labels: Readonly<Record<string, string>>, key: string): string | undefined => labels[key];

export const actionName = (action: string): string => label(audit.actions, action) ?? action;

export const actorName = ({ actor, actorEmail }: Pick<Entry, 'actor' | 'actorEmail'>): string =>
  actorEmail ?? label(audit.actors, actor) ?? shortId(actor);

/** The kind with an address or a number; a subject with only an id no longer exists. */
export function subjectName({ subjectKind, subjectId, subjectName: name }: Entry): string {
  const kind = label(audit.subjects, subjectKind) ?? subjectKind;
  if (subjectKind === 'list') return `${kind} ${audit.lists[subjectId] ?? subjectId}`;
  return `${kind} ${name ?? shortId(subjectId)}`;
}

const shortId = (id: string) => (id.length > 20 ? `${id.slice(0, 8)}…` : id);
