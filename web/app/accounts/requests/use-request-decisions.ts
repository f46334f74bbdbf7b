import { useRef, useState } from 'react';
import { requests } from '#domain/accounts/copy.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { client } from '../../api.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, type Refusal, type Unknown, write } from '../../write.ts';
import { nameOf, type Request } from './request-name.ts';

/** Milliseconds: ten thousand at once take the server seconds. */
const PATIENCE = 30_000;
const NAMED = 3;

/**
 * Approving and rejecting: the rows leave the list at once (`settling`) and come back if the server refused. What a colleague
 * had settled before is named; an approval can be taken back for `UNDO_SECONDS`.
 */
export function useRequestDecisions(reload: () => Promise<unknown>) {
  const [settling, setSettling] = useState<ReadonlySet<string>>(new Set());
  const decided = useRef(new Set<string>());

  async function decide<T>(
    rows: readonly Request[],
    send: (ids: string[]) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const ids = rows.map(({ id }) => id);
    setSettling((now) => new Set([...now, ...ids]));
    for (const id of ids) decided.current.add(id);
    const outcome = await send(ids);
    const read = reload().catch(() => {});
    // Refused they are there again at once, also while nothing can be read.
    if (outcome.outcome === 'done') await read;
    setSettling((now) => new Set([...now].filter((id) => !ids.includes(id))));
    return outcome;
  }

  async function approve(rows: readonly Request[]): Promise<void> {
    const outcome = await decide(rows, (ids) =>
      write(() => client.accounts.admin.approve({ ids }), { patience: PATIENCE }),
    );
    if (outcome.outcome !== 'done') return void toast.error(sentenceOf(outcome, requests.approveError));
    const { approved, gone } = outcome.value;
    const left = new Set(gone);
    const ids = rows.map(({ id }) => id).filter((id) => !left.has(id));
    const undo = { label: requests.undo, lasts: UNDO_SECONDS * 1000, onPress: () => void undoApproval(ids) };
    if (approved > 0) toast.success(requests.approved(approved), undo);
    if (gone.length > 0) toast.info(requests.partly.approved(approved, rows.length, namesOf(rows, left)));
  }

  async function undoApproval(ids: string[]): Promise<void> {
    const outcome = await write(() => client.accounts.admin.undoApproval({ ids }), { patience: PATIENCE });
    void reload().catch(() => {});
    if (outcome.outcome !== 'done') return void toast.error(sentenceOf(outcome, requests.undoError));
    const { undone, stayed } = outcome.value;
    if (undone > 0) toast.success(requests.undone(undone));
    if (stayed.length > 0) toast.info(requests.undoLate(stayed.length));
  }

  /** What stands in the way is answered, and said where the reason was typed. */
  async function reject(rows: readonly Request[], reason: string): Promise<Problem | null> {
    const outcome = await decide(rows, (ids) =>
      write(() => client.accounts.admin.reject({ ids, reason }), { patience: PATIENCE }),
    );
    if (outcome.outcome !== 'done') return { text: sentenceOf(outcome, requests.deleteError) };
    const { deleted, gone } = outcome.value;
    if (deleted === 1 && rows.length === 1) toast.success(requests.deleted);
    else if (gone.length === 0) toast.success(requests.deletedMany(deleted));
    else toast.info(requests.partly.deleted(deleted, rows.length, namesOf(rows, new Set(gone))));
    return null;
  }

  return { settling, isMine: (id: string) => decided.current.has(id), approve, reject };
}

/** An unknown outcome never says that nothing happened. */
const sentenceOf = (outcome: Refusal | Unknown, sentence: string): string =>
  outcome.outcome === 'refused' && outcome.code !== 'OFFLINE' ? sentence : outcome.text;

const namesOf = (rows: readonly Request[], ids: ReadonlySet<string>): string[] =>
  rows
    .filter(({ id }) => ids.has(id))
    .slice(0, NAMED)
    .map(nameOf);
