import { people as copy } from '#domain/accounts/people-copy.ts';
import { useDialogRow } from '../../admin/use-dialog-row.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { ListedPerson, PersonRow } from '../people-columns.tsx';
import { confirmableActions, type Question, type Rights } from '../person-questions.ts';
import type { usePeopleList } from './use-people-list.ts';

/** Whom the `question` is about, what has changed about them since it was asked, and erasing them, which closes it. */
export function usePersonQuestion(
  list: ReturnType<typeof usePeopleList>['list'],
  rights: Rights,
  question: Question | null,
  setQuestion: (question: Question | null) => void,
) {
  const asking = useDialogRow(
    list,
    ({ blockedAt, closedAt, terminatesAt }) => [blockedAt !== null, closedAt !== null, terminatesAt],
    (row) => question !== null && confirmableActions(row, rights).includes(question),
  );
  const ask = (row: ListedPerson, what: Question) => {
    setQuestion(what);
    asking.ask(row);
  };
  const close = () => {
    setQuestion(null);
    asking.close();
  };

  async function erase(row: PersonRow, email: string) {
    const outcome = await withProof(() =>
      write<unknown>(() => client.accounts.admin.people.erase({ id: row.id, email }), {
        arrived: ({ code }) => (code === 'PERSON_GONE' ? true : undefined),
        failed: copy.erase.error,
      }),
    );
    if (outcome.outcome !== 'done') return outcome;
    close();
    toast.success(copy.erase.done);
    void list.reload();
    return null;
  }

  return { row: asking.row, meanwhile: asking.meanwhile, ask, close, erase };
}
