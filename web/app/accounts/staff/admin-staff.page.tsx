import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffCopy as copy } from '#domain/accounts/staff/copy.ts';
import { api, client, errorMessage } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { withProof } from '../../proof.tsx';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../../ui/form/unsaved-text-guard.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { AdminHead } from '../../ui/page-head.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Empty } from '../../ui/table/empty.tsx';
import { write } from '../../write.ts';
import { AddDialog } from './add-dialog.tsx';
import { DutiesToKeepDialog } from './duties-to-keep-dialog.tsx';
import { type Change, type StaffRow, useDutyDrafts } from './duty-drafts.ts';
import { DutyTable, LastChanges } from './duty-tables.tsx';
import { type RefusedSave, RefusedSaveNotice, refusedSave } from './refused-save.tsx';
import { SaveDialog } from './save-dialog.tsx';
import styles from './staff.module.css';
import { StaffMatrix } from './staff-matrix.tsx';

/** Who of the staff does what. Changes are collected and saved together; only the super-admin comes here. */
export default function AdminStaffPage() {
  const staff = useQuery(api.accounts.admin.staff.list.queryOptions());
  const drafts = useDutyDrafts(staff.data?.rows ?? []);
  const [open, setOpen] = useState<'add' | 'save' | null>(null);
  const [giving, setGiving] = useState<StaffRow | null>(null);
  const [refused, setRefused] = useState<RefusedSave | null>(null);
  useLiveList('staff', () => staff.refetch({ throwOnError: true }));
  const { changes } = drafts;

  async function save(reason: string): Promise<Problem | null> {
    const wanted = changes.map(({ row, duties }) => ({ id: row.id, version: row.version, duties: [...duties] }));
    const outcome = await withProof(() =>
      write(() => client.accounts.admin.staff.save({ reason, changes: wanted }), { failed: copy.failed }),
    );
    if (outcome.outcome === 'done') {
      toast.success(outcome.value.people ? copy.saved(drafts.count, outcome.value.people) : copy.savedNothing);
      await staff.refetch();
      startAnew();
      return null;
    }
    const why = refusedSave(outcome);
    if (!why) return outcome;
    setRefused(why);
    setOpen(null);
    return null;
  }

  function startAnew() {
    drafts.drop();
    setRefused(null);
    setOpen(null);
  }

  return (
    <>
      <AdminHead title={copy.title}>
        <Button size="sm" variant="secondary" onClick={() => void download()}>
          {copy.export}
        </Button>
        <Button size="sm" variant="secondary" onClick={() => setOpen('add')}>
          {copy.add}
        </Button>
      </AdminHead>
      <p className={`muted ${styles.lead}`}>{copy.lead}</p>
      <UnsavedTextGuard when={changes.length > 0 && open !== 'save'} what={copy.leaving} />
      <DataPart name={copy.matrix} part={partStateOf(staff)} lines={6}>
        {() => (
          <>
            {refused && (
              <RefusedSaveNotice
                refused={refused}
                onShowNow={() => {
                  startAnew();
                  void staff.refetch();
                }}
              />
            )}
            <StaffMatrix drafts={drafts} onGive={setGiving} />
            {drafts.rows.length <= 1 && (
              <Empty title={copy.empty} text={copy.emptyText}>
                <Button size="sm" variant="secondary" onClick={() => setOpen('add')}>
                  {copy.add}
                </Button>
              </Empty>
            )}
            <ChangesBar changes={changes} count={drafts.count} onSave={() => setOpen('save')} onDrop={startAnew} />
            <DutyTable rows={staff.data!.rows} />
            <LastChanges changes={staff.data!.changes} />
          </>
        )}
      </DataPart>
      {open === 'add' && (
        <AddDialog
          onClose={() => setOpen(null)}
          onChosen={(row) => {
            drafts.add(row);
            setOpen(null);
            toast.success(copy.adding.chosen);
          }}
        />
      )}
      {open === 'save' && <SaveDialog changes={changes} onClose={() => setOpen(null)} onSave={save} />}
      {giving && (
        <DutiesToKeepDialog
          row={giving}
          onClose={() => setGiving(null)}
          onChosen={(duties) => {
            drafts.set(giving, duties);
            setGiving(null);
          }}
        />
      )}
    </>
  );
}

async function download() {
  try {
    saveFile(await client.accounts.admin.staff.export());
  } catch (error) {
    toast.error(errorMessage(error));
  }
}

/** What is not saved yet, in words; gone while there is nothing. */
function ChangesBar({
  changes,
  count,
  onSave,
  onDrop,
}: {
  changes: readonly Change[];
  count: number;
  onSave: () => void;
  onDrop: () => void;
}) {
  if (changes.length === 0) return null;
  const words = changes.flatMap(({ row, given, taken, duties, isFirst }) =>
    isFirst
      ? [copy.first(row.name, duties)]
      : [...given.map((duty) => copy.given(row.name, duty)), ...taken.map((duty) => copy.taken(row.name, duty))],
  );
  return (
    <section className={styles.bar} data-surface="ink" aria-label={copy.unsaved}>
      <p role="status">
        <b>{copy.dirty(count)}</b>
        <span>{words.join(' · ')}</span>
      </p>
      <Button size="sm" onClick={onSave}>
        {copy.save}
      </Button>
      <Button size="sm" variant="secondary" onClick={onDrop}>
        {copy.drop}
      </Button>
    </section>
  );
}
