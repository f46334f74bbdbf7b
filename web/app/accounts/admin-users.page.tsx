import { useState } from 'react';
import { people as copy } from '#domain/accounts/people-copy.ts';
import { AdminList } from '../admin/admin-list.tsx';
import { HeadFigure } from '../admin/head-figure.tsx';
import { ListFoot } from '../admin/list-foot.tsx';
import { client, errorMessage } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty } from '../ui/table/empty.tsx';
import { useAddressParams } from '../ui/use-address-params.ts';
import { toneOf } from './people-columns.tsx';
import type { Question } from './person-questions.ts';
import { ProfileConflictDialog } from './profile-conflict.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { queryOfPeople } from './users/people-asked.ts';
import { PeopleFilters } from './users/people-filters.tsx';
import { PersonDetail } from './users/person-detail.tsx';
import { personWrites } from './users/person-writes.ts';
import { usePeopleColumns } from './users/use-people-columns.ts';
import { usePeopleList } from './users/use-people-list.ts';
import { latestConflicting, usePersonEdit, useSaveEdit } from './users/use-person-edit.ts';
import { usePersonQuestion } from './users/use-person-question.ts';
import { usePersonRights } from './users/use-person-rights.ts';

/** Everybody with a profile. Search, filters and order are in the address. */
export default function AdminUsersPage() {
  const rights = usePersonRights();
  const [search] = useAddressParams();
  const form = usePersonEdit(search.get('edit'));
  const { editing, toggle } = form;
  const [question, setQuestion] = useState<Question | null>(null);
  const people = usePeopleList(editing !== null || question !== null || form.conflicting !== null);
  const { asked, list, order, counted } = people;
  const count = counted.data;
  const conflicting = form.conflicting && latestConflicting(form.conflicting, list.rows);
  const { label, setAdmin, block } = personWrites(list);
  const { edit, writeChosen } = useSaveEdit(form, list);
  const asking = usePersonQuestion(list, rights, question, setQuestion);
  const columns = usePeopleColumns(rights, queryOfPeople(search), { label, toggle, ask: asking.ask });

  return (
    <>
      <AdminHead title={copy.title}>
        <HeadFigure part={list.partAfter(counted)}>{() => copy.count(count!.total)}</HeadFigure>
        <Button size="sm" variant="secondary" onClick={() => void download(asked)}>
          {copy.export}
        </Button>
      </AdminHead>
      <AdminList
        title={copy.title}
        dense
        list={list}
        order={order}
        columns={columns}
        rowTone={toneOf}
        detail={(row) =>
          editing?.id === row.id ? (
            <PersonDetail
              row={row}
              editing={editing}
              rights={rights}
              onSave={(from, to) => edit(row, from, to)}
              onCancel={form.closeForm}
              onAdmin={(one, on) => void setAdmin(one, on)}
            />
          ) : null
        }
        keys={{ e: (row) => void toggle(row) }}
        search={copy.search}
        filters={<PeopleFilters shown={asked.show} counts={count?.groups} onChoose={people.choose} />}
        filtered={people.isFiltered}
        emptyFilter={copy.emptyFilter}
        empty={<Empty title={copy.empty} />}
        foot={
          list.rows &&
          list.rows.length > 0 && (
            <ListFoot shown={count ? copy.shown(list.rows.length, count.total) : null} keys={copy.keys} />
          )
        }
      />
      {conflicting && (
        <ProfileConflictDialog
          key={conflicting.attempt}
          where={conflicting.row.email}
          {...conflicting}
          onBack={() => form.backToForm(conflicting)}
          onChoose={(to) => void writeChosen(conflicting, to)}
        />
      )}
      {asking.row && question && (
        <QuestionDialog
          row={asking.row}
          question={question}
          meanwhile={asking.meanwhile}
          save={list.save}
          onBlock={block}
          onErase={asking.erase}
          close={asking.close}
        />
      )}
    </>
  );
}

async function download(asked: ReturnType<typeof usePeopleList>['asked']) {
  try {
    saveFile(await client.accounts.admin.people.export(asked));
  } catch (error) {
    toast.error(errorMessage(error));
  }
}
