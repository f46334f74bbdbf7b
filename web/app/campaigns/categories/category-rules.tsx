import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CategoryRule, RuledCategory, Venue } from '#domain/campaigns/categories.ts';
import { categoryDeskCopy as copy } from '#domain/campaigns/category-copy.ts';
import { categoryNames } from '#domain/campaigns/own-copy.ts';
import { common } from '#domain/copy.ts';
import { venueNames } from '#domain/places/copy.ts';
import { VENUES } from '#domain/places/rules.ts';
import { meanwhileOf } from '../../admin/use-dialog-row.ts';
import { api, client, queryClient } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, FieldGroup, SelectField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { MergeDialog } from '../../ui/overlay/merge-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useMerging } from '../../ui/overlay/use-merging.ts';
import { Table } from '../../ui/table/table.tsx';
import { write } from '../../write.ts';
import styles from './categories.module.css';

type Rule = Awaited<ReturnType<typeof client.campaigns.categories>>[number];

/** When and where adverts of each category are shown, and whether a permit is asked for. */
export function CategoryRules() {
  const rules = useQuery(api.campaigns.categories.queryOptions());
  const [editing, setEditing] = useState<RuledCategory | null>(null);
  const edited = rules.data?.find(({ category }) => category === editing);
  return (
    <section className={styles.section} aria-labelledby="category-rules">
      <h2 className="d h3" id="category-rules">
        {copy.title}
      </h2>
      <p className="muted s">{copy.lead}</p>
      <DataPart name={copy.title} part={partStateOf(rules)} lines={5}>
        {() => (
          <Table
            caption={copy.title}
            rows={rules.data!}
            rowKey={({ category }) => category}
            empty=""
            columns={[
              {
                key: 'category',
                header: copy.th.category,
                bare: true,
                cell: ({ category, isTaken }) => (
                  <span>
                    <b>{categoryNames[category]}</b> {!isTaken && <Badge tone="warn">{copy.notTaken}</Badge>}
                  </span>
                ),
              },
              { key: 'hours', header: copy.th.hours, cell: (rule) => copy.hours(rule) },
              { key: 'venues', header: copy.th.venues, cell: (rule) => copy.places(rule) },
              { key: 'proof', header: copy.th.proof, cell: ({ needsProof }) => copy.proof(needsProof) },
              {
                key: 'open',
                header: copy.th.open,
                bare: true,
                cell: (rule) => (
                  <Button
                    size="sm"
                    variant="secondary"
                    aria-label={copy.editLabel(categoryNames[rule.category])}
                    onClick={() => setEditing(rule.category)}
                  >
                    {copy.edit}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </DataPart>
      {edited && <Edit key={edited.category} rule={edited} close={() => setEditing(null)} />}
    </section>
  );
}

const hours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => ({ value: String(first + n), label: `${first + n} h` }));

type Field = Exclude<keyof CategoryRule, 'category'>;
const LABELS: Record<Field, string> = {
  isTaken: copy.isTaken,
  from: copy.from,
  to: copy.to,
  venues: copy.venues,
  needsProof: copy.needsProof,
};

function textOf(value: CategoryRule[Field]): string {
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  return typeof value === 'number' ? `${value} h` : copy.places({ venues: value.toSorted() });
}

/** `rule` as it stands now: when somebody else has changed it, nothing is sent before that was seen. */
function Edit({ rule, close }: { rule: Rule; close: () => void }) {
  const [form, setForm] = useState<CategoryRule>(rule);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isTaken, from, to, venues, needsProof } = form;
  const name = categoryNames[rule.category];
  const change = (fields: Partial<CategoryRule>) => setForm({ ...form, ...fields });
  const toggle = (venue: Venue, isOn: boolean) =>
    change({ venues: isOn ? [...venues, venue] : venues.filter((one) => one !== venue) });
  const save = useSingleFlight(async (wanted: CategoryRule) => {
    if (wanted.from === wanted.to) return;
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.campaigns.admin.setCategory({ ...wanted, changedAt: rule.changedAt }));
    setBusy(false);
    if (outcome.outcome !== 'done') setProblem(outcome);
    else {
      toast.success(copy.saved(name));
      close();
    }
    await queryClient.invalidateQueries({ queryKey: api.campaigns.categories.key() });
  });
  const merging = useMerging<Rule, Field>(rule, {
    labels: LABELS,
    text: textOf,
    typed: () => ({ ...form, changedAt: rule.changedAt }),
    fill: (values) => {
      setForm(values);
      setProblem(null);
    },
    save: (values) => void save(values),
  });
  const meanwhile = busy ? null : meanwhileOf(merging.seen.changedAt, rule.changedAt, true, merging.onSeen);
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={close}
      title={name}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button loading={busy} disabled={meanwhile !== null} onClick={() => void save(form)}>
            {common.save}
          </Button>
        </>
      }
    >
      {meanwhile && <MeanwhileNotice meanwhile={meanwhile} />}
      <div className={styles.form}>
        <div>
          <Checkbox
            label={copy.isTaken}
            checked={isTaken}
            aria-describedby="category-taken"
            onChange={({ target }) => change({ isTaken: target.checked })}
          />
          <p className={`muted s ${styles.hint}`} id="category-taken">
            {copy.isTakenHint}
          </p>
        </div>
        <FieldGroup columns={2}>
          <SelectField
            label={copy.from}
            options={hours(0, 23)}
            value={String(from)}
            onChange={({ target }) => change({ from: Number(target.value) })}
          />
          <SelectField
            label={copy.to}
            hint={copy.toHint}
            error={from === to ? copy.sameHours : undefined}
            options={hours(1, 24)}
            value={String(to)}
            onChange={({ target }) => change({ to: Number(target.value) })}
          />
        </FieldGroup>
        <fieldset className={styles.venues}>
          <legend>{copy.venues}</legend>
          {VENUES.map((venue) => (
            <Checkbox
              key={venue}
              label={venueNames[venue]}
              checked={venues.includes(venue)}
              onChange={({ target }) => toggle(venue, target.checked)}
            />
          ))}
          <p className="muted s">{copy.venuesHint}</p>
        </fieldset>
        <Checkbox
          label={copy.needsProof}
          checked={needsProof}
          onChange={({ target }) => change({ needsProof: target.checked })}
        />
        <FormProblem problem={problem} />
      </div>
      {merging.asked && (
        <MergeDialog
          title={copy.merge}
          where={name}
          edit={{ by: null, you: false, at: rule.changedAt }}
          {...merging.asked}
        />
      )}
    </Dialog>
  );
}
