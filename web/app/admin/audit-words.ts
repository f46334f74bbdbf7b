import { audit } from '#domain/admin/audit-copy.ts';
import type { client } from '../api.ts';

type Entry = Awaited<ReturnType<typeof client.admin.audit>>['rows'][number];

export const actionName = (action: string): string => audit.actions[action] ?? action;

export const actorName = ({ actor, actorEmail }: Pick<Entry, 'actor' | 'actorEmail'>): string =>
  actorEmail ?? audit.actors[actor] ?? shortId(actor);

/** The kind in words with an address or a number; an id alone means that the thing is gone. */
export function subjectName({ subjectKind, subjectId, subjectName: name }: Entry): string {
  const kind = audit.subjects[subjectKind] ?? subjectKind;
  return `${kind} ${name ?? shortId(subjectId)}`;
}

const shortId = (id: string) => (id.length > 20 ? `${id.slice(0, 8)}…` : id);
