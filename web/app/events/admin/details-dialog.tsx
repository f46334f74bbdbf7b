import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { eventDays } from '#domain/events/days.ts';
import { detailsCopy as copy } from '#domain/events/ticket/copy.ts';
import { type Directions, dayText, parseTimetable } from '#domain/events/ticket/details.ts';
import { api, client, errorMessage } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { useKeptText } from '../../typed/kept-text.ts';
import { Restored } from '../../typed/restored.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldGroup, FormError, TextArea, TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { MergeDialog, type OtherEdit } from '../../ui/overlay/merge-dialog.tsx';
import { type Choice, mergedValues, mergeRows } from '../../ui/overlay/merge-rows.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { write } from '../../write.ts';

type Details = Awaited<ReturnType<typeof client.events.admin.details.get>>;
/** What stands there already, as the refusal brings it. */
type Published = Pick<Details, 'directions' | 'timetable' | 'version'> & OtherEdit;

/** What guests read of the way there and of the two days; saved, it is published at once. */
export function DetailsDialog({ onClose }: { onClose: () => void }) {
  const details = useQuery({ ...api.events.admin.details.get.queryOptions(), staleTime: 0, gcTime: 0 });
  useLiveList('eventDetails', () => details.refetch({ throwOnError: true }));
  if (details.data) return <Form details={details.data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={copy.title} size="lg">
      {details.error ? <FormError title={errorMessage(details.error)} /> : <Skeleton lines={8} />}
    </Dialog>
  );
}

const FIELDS = ['checkIn', 'roomsFrom', 'phone', 'bus', 'road', 'parking'] as const;
type Field = (typeof FIELDS)[number];
type Typed = Record<Field | 'first' | 'second', string>;

const HINTS: Partial<Record<Field, string>> = {
  bus: copy.busHint,
  road: copy.roadHint,
  parking: copy.parkingHint,
};

const typedOf = ({ directions, timetable }: Pick<Details, 'directions' | 'timetable'>): Typed => ({
  checkIn: directions?.checkIn ?? '',
  roomsFrom: directions?.roomsFrom ?? '',
  phone: directions?.phone ?? '',
  bus: directions?.landmarks.bus ?? '',
  road: directions?.landmarks.road ?? '',
  parking: directions?.landmarks.parking ?? '',
  first: dayText(timetable?.[0] ?? []),
  second: dayText(timetable?.[1] ?? []),
});

/** The edited text: what was typed, over what, and publishing it. */
function useDetails(details: Details, onClose: () => void) {
  const dates = eventDays(details);
  const text = useKeptText<{ version: Details['version']; was: Typed; typed: Typed }>('event-details');
  // Of the text, so that what somebody published since is noticed.
  const kept = text.kept?.typed ?? { version: details.version, was: typedOf(details), typed: typedOf(details) };
  /** What the fields said before anything was typed. */
  const [start, setStart] = useState(kept.was);
  /** What a colleague has published since. */
  const [theirs, setTheirs] = useState<Published | null>(null);
  const [typed, setTyped] = useState(kept.typed);
  const [version, setVersion] = useState(kept.version);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const change = (field: keyof Typed, value: string) => {
    const next = { ...typed, [field]: value };
    setTyped(next);
    text.keep({ version, was: start, typed: next });
    setProblem(null);
  };
  const drop = () => {
    const now = typedOf(details);
    text.forget();
    setStart(now);
    setTyped(now);
    setVersion(details.version);
  };

  /** Over what a colleague has published, with what was chosen of the own text. */
  function merge(published: Published, chosen: Choice<keyof Typed>) {
    const now = typedOf(published);
    setTyped(mergedValues(chosen, typed, now));
    setStart(now);
    setVersion(published.version);
    setTheirs(null);
    setProblem({ text: copy.merged });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const directions = directionsOf(typed);
    const days = [parseTimetable(typed.first), parseTimetable(typed.second)] as const;
    for (const [index, day] of days.entries())
      if ('wrongLine' in day)
        return setProblem({ text: `${copy.day(dates[index]!)}: ${copy.wrongLine(day.wrongLine)}` });
    if (directions === 'incomplete') return setProblem({ text: copy.incomplete });
    const [first, second] = days.map((day) => ('entries' in day ? day.entries : [])) as [never[], never[]];
    if ((first.length === 0) !== (second.length === 0)) return setProblem({ text: copy.bothDays });
    setBusy(true);
    const timetable: Details['timetable'] = first.length > 0 ? [first, second] : null;
    const outcome = await write(() => client.events.admin.details.save({ version, directions, timetable }));
    setBusy(false);
    if (outcome.outcome === 'done') {
      toast.success(copy.saved);
      text.forget();
      return onClose();
    }
    if (outcome.code === 'DETAILS_CHANGED') return setTheirs(outcome.data as Published);
    setProblem(outcome);
  }

  return { dates, text, start, theirs, setTheirs, typed, version, problem, busy, change, drop, submit, merge };
}

function Form({ details, onClose }: { details: Details; onClose: () => void }) {
  const { dates, text, start, theirs, setTheirs, typed, version, problem, busy, change, drop, submit, merge } =
    useDetails(details, onClose);
  const id = useId();
  return (
    <Dialog
      open
      size="lg"
      busy={busy}
      onOpenChange={(open) => {
        if (open) return;
        // Asked, the person has thrown it away; restored text that nobody touched stays.
        if (!text.kept) text.forget();
        onClose();
      }}
      title={copy.title}
      description={copy.lead(details.mailDays)}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{copy.cancel}</DialogClose>
          <Button type="submit" form={`${id}-form`} loading={busy}>
            {copy.save}
          </Button>
        </>
      }
    >
      {details.outdated && <p role="status">{copy.outdated}</p>}
      {text.kept && <Restored at={text.kept.at} onKeep={text.settle} onDrop={drop} />}
      <form id={`${id}-form`} onSubmit={(event) => void submit(event)} noValidate>
        <FieldGroup columns={2}>
          {FIELDS.map((field) => (
            <TextField
              key={field}
              name={field}
              label={copy[field]}
              hint={field === 'checkIn' ? copy.checkInHint(details) : HINTS[field]}
              value={typed[field]}
              onChange={(event) => change(field, event.target.value)}
            />
          ))}
          {(['first', 'second'] as const).map((day, index) => (
            <TextArea
              key={day}
              name={day}
              label={copy.day(dates[index]!)}
              hint={copy.dayHint}
              rows={8}
              value={typed[day]}
              onChange={(event) => change(day, event.target.value)}
            />
          ))}
        </FieldGroup>
      </form>
      <p className="s" role="status">
        {details.version > version && copy.meanwhile}
      </p>
      {theirs && (
        <MergeDialog
          title={copy.merge}
          where={copy.title}
          rows={mergeRows(labelsOf(dates), { was: start, mine: typed, theirs: typedOf(theirs) })}
          edit={theirs}
          onBack={() => setTheirs(null)}
          onChoose={(chosen) => merge(theirs, chosen)}
        />
      )}
    </Dialog>
  );
}

function labelsOf([first, second]: ReturnType<typeof eventDays>): Record<keyof Typed, string> {
  const { checkIn, roomsFrom, phone, bus, road, parking } = copy;
  return { checkIn, roomsFrom, phone, bus, road, parking, first: copy.day(first), second: copy.day(second) };
}

/** Nothing while all of it is empty; only the rooms may be missing alone. */
function directionsOf(typed: Typed): Directions | null | 'incomplete' {
  const [checkIn, roomsFrom, phone, bus, road, parking] = FIELDS.map((field) => typed[field].trim()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (FIELDS.every((field) => typed[field].trim() === '')) return null;
  if ([checkIn, phone, bus, road, parking].includes('')) return 'incomplete';
  return { checkIn, roomsFrom, phone, landmarks: { bus, road, parking } };
}
