import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daysLater } from '#domain/day.ts';
import { specialDeskCopy as copy } from '#domain/special/copy.ts';
import { SPECIAL_PLACE_COUNT } from '#domain/special/rules.ts';
import { dayOf } from '#domain/time.ts';
import { api, client, queryClient } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { type Outcome, write } from '../../write.ts';
import { RunDays } from './run-days.tsx';
import { ChosenPlaces, type Filter, nameOf, OfferedTvs, PlaceFilter, type Tv } from './run-places.tsx';
import styles from './special.module.css';

type DeskRun = Awaited<ReturnType<typeof client.special.admin.list>>[number];

type WriteOutcome = Outcome<unknown>;

/** The places of one run: chosen, replaced, and the start; each press is written at once. */
export function ManageRun({ run }: { run: DeskRun }) {
  const { id, startsOn } = run;
  const [filter, setFilter] = useState<Filter>({});
  const [replacing, setReplacing] = useState<Tv | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const places = useQuery(api.special.admin.places.queryOptions({ input: { id } }));
  const offered = useQuery(api.special.admin.tvs.queryOptions({ input: { id, ...filter } }));
  const act = useSingleFlight(async (writing: () => Promise<WriteOutcome>, said: string = copy.saved) => {
    setBusy(true);
    setProblem(null);
    const outcome = await writing();
    if (outcome.outcome === 'done') {
      toast.success(said);
      setReplacing(null);
    } else setProblem(outcome);
    await queryClient.invalidateQueries({ queryKey: api.special.admin.key() });
    setBusy(false);
  });
  const add = (tvs: string[]) => act(() => write(() => client.special.admin.choose({ id, tvs })));
  const remove = (tv: string) => void act(() => write(() => client.special.admin.remove({ id, tv })));
  const replace = (tv: string, by: string) => void act(() => write(() => client.special.admin.replace({ id, tv, by })));
  const free = SPECIAL_PLACE_COUNT - (places.data?.length ?? SPECIAL_PLACE_COUNT);
  const listed = offered.data?.tvs ?? [];
  const firstOnes = listed.slice(0, free);
  return (
    <div className={styles.picker}>
      <FormProblem problem={problem} />
      {startsOn === null ? <Start id={id} busy={busy} start={act} /> : <RunDays days={run.days} />}
      <h3 className="d h4">{`${copy.chosen}: ${copy.places(places.data?.length ?? run.chosen)}`}</h3>
      <DataPart name={copy.chosen} part={partStateOf(places)} lines={3}>
        {() =>
          places.data!.length === 0 ? (
            <p className="muted">{copy.noneChosen}</p>
          ) : (
            <ChosenPlaces
              places={places.data!}
              busy={busy}
              onReplace={setReplacing}
              onRemove={startsOn === null ? remove : undefined}
            />
          )
        }
      </DataPart>
      {(startsOn === null || replacing) && (
        <>
          <h3 className="d h4">{copy.choose}</h3>
          {replacing && (
            <p className={styles.acts} role="status">
              {copy.replacing(nameOf(replacing))}{' '}
              <Button size="sm" variant="ghost" onClick={() => setReplacing(null)}>
                {copy.callOff}
              </Button>
            </p>
          )}
          <div className={styles.filters}>
            <PlaceFilter filter={filter} onFilter={setFilter} />
            {!replacing && firstOnes.length > 0 && (
              <Button variant="secondary" loading={busy} onClick={() => void add(firstOnes.map(({ tv }) => tv))}>
                {copy.first(firstOnes.length)}
              </Button>
            )}
          </div>
          <DataPart name={copy.choose} part={partStateOf(offered)} lines={3}>
            {() =>
              listed.length === 0 ? (
                <p className="muted">{copy.noneFound}</p>
              ) : (
                <>
                  <p className="muted s">{copy.found(listed.length, offered.data!.total)}</p>
                  <OfferedTvs
                    tvs={listed}
                    busy={busy}
                    isFull={free === 0}
                    onAdd={(tv) => void add([tv])}
                    onReplaceBy={replacing ? (by) => replace(replacing.tv, by) : undefined}
                  />
                </>
              )
            }
          </DataPart>
        </>
      )}
    </div>
  );
}

function Start({
  id,
  busy,
  start,
}: {
  id: string;
  busy: boolean;
  start: (writing: () => Promise<WriteOutcome>, said: string) => Promise<void> | undefined;
}) {
  const tomorrow = daysLater(dayOf(new Date()), 1);
  const [day, setDay] = useState(tomorrow);
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.filters}>
      <TextField
        label={copy.firstDay}
        hint={copy.firstDayHint}
        type="date"
        min={tomorrow}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button disabled={day === ''} onClick={() => setAsking(true)}>
        {copy.start}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={copy.startTitle}
        text={copy.startText(day || tomorrow)}
        yes={copy.start}
        busy={busy}
        problem={null}
        onConfirm={() => {
          setAsking(false);
          void start(() => write(() => client.special.admin.start({ id, startsOn: day })), copy.started);
        }}
      />
    </div>
  );
}
