import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { daysLater } from '#domain/day.ts';
import { formatPairingNumber } from '#domain/devices/rules.ts';
import { regionNames, venueNames } from '#domain/places/copy.ts';
import { REGIONS, type Region } from '#domain/places/regions.ts';
import { specialDeskCopy as copy } from '#domain/special/copy.ts';
import { PLACE_VENUES, type PlaceVenue, SPECIAL_PLACE_COUNT } from '#domain/special/rules.ts';
import { dayOf } from '#domain/time.ts';
import { api, client, queryClient } from '../../api.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { DataPart } from '../../ui/part/data-part.tsx';
import { partStateOf } from '../../ui/part/part-state.ts';
import { type Outcome, write } from '../../write.ts';
import { RunDays } from './run-days.tsx';
import styles from './special.module.css';

type DeskRun = Awaited<ReturnType<typeof client.special.admin.list>>[number];
type Tv = Awaited<ReturnType<typeof client.special.admin.tvs>>['tvs'][number];

type WriteOutcome = Outcome<unknown>;

const nameOf = ({ number }: Pick<Tv, 'number'>) => formatPairingNumber(number);

/** Of a button, one of many alike. */
const labelOf = (verb: string, tv: Pick<Tv, 'number'>) => `${verb}: ${nameOf(tv)}`;

/** The places of one run: chosen, replaced, and the start; each press is written at once. */
export function ManageRun({ run }: { run: DeskRun }) {
  const { id, startsOn } = run;
  const [filter, setFilter] = useState<{ region?: Region; venue?: PlaceVenue }>({});
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
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
            <ul className={styles.tvs} aria-label={copy.chosen} tabIndex={0}>
              {places.data!.map((tv) => (
                <li key={tv.tv}>
                  <TvWords tv={tv} />
                  <span className={styles.acts}>
                    {tv.isGone && <Badge tone="warn">{copy.isGone}</Badge>}
                    <Button
                      size="sm"
                      variant="secondary"
                      disabled={busy}
                      aria-label={labelOf(copy.replace, tv)}
                      onClick={() => setReplacing(tv)}
                    >
                      {copy.replace}
                    </Button>
                    {startsOn === null && (
                      <Button
                        size="sm"
                        variant="ghost"
                        disabled={busy}
                        aria-label={labelOf(copy.remove, tv)}
                        onClick={() => void act(() => write(() => client.special.admin.remove({ id, tv: tv.tv })))}
                      >
                        {copy.remove}
                      </Button>
                    )}
                  </span>
                </li>
              ))}
            </ul>
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
            <SelectField
              label={copy.region}
              placeholder={copy.every}
              options={REGIONS.map((value) => ({ value, label: regionNames[value] }))}
              value={filter.region ?? ''}
              onChange={({ target }) => setFilter(({ region: _, ...rest }) => withChoice(rest, 'region', target.value))}
            />
            <SelectField
              label={copy.venue}
              placeholder={copy.every}
              options={PLACE_VENUES.map((value) => ({ value, label: venueNames[value] }))}
              value={filter.venue ?? ''}
              onChange={({ target }) => setFilter(({ venue: _, ...rest }) => withChoice(rest, 'venue', target.value))}
            />
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
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
                  <ul className={styles.tvs} aria-label={copy.choose} tabIndex={0}>
                    {listed.map((tv) => (
                      <li key={tv.tv}>
                        <TvWords tv={tv} />
                        {replacing ? (
                          <Button
                            size="sm"
                            disabled={busy}
                            aria-label={labelOf(copy.replaceBy, tv)}
                            onClick={() =>
                              void act(() =>
                                write(() => client.special.admin.replace({ id, tv: replacing.tv, by: tv.tv })),
                              )
                            }
                          >
                            {copy.replaceBy}
                          </Button>
                        ) : (
                          <Button
                            size="sm"
                            variant="secondary"
                            disabled={busy || free === 0}
                            aria-label={labelOf(copy.add, tv)}
                            onClick={() => void add([tv.tv])}
                          >
                            {copy.add}
                          </Button>
                        )}
                      </li>
                    ))}
                  </ul>
                </>
              )
            }
          </DataPart>
        </>
      )}
    </div>
  );
}

const withChoice = <Filter extends object>(rest: Filter, key: 'region' | 'venue', value: string): Filter =>
  value === '' ? rest : { ...rest, [key]: value };

function TvWords({ tv }: { tv: Tv }) {
  const { region, venue, seenAt } = tv;
  return (
    <span>
      <b className="num">{nameOf(tv)}</b> {venue && venueNames[venue]}
      {region && `, ${regionNames[region]}`}
      <small className={styles.under}>{seenAt ? copy.seen(seenAt) : copy.unseen}</small>
    </span>
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
