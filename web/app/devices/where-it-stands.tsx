import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { DEVICE_NAME_MAX } from '#domain/devices/rules.ts';
import { venueHints, venueNames } from '#domain/places/copy.ts';
import type { Region } from '#domain/places/regions.ts';
import { VENUES } from '#domain/places/rules.ts';
import { setUpCopy } from '#domain/playout/set-up-copy.ts';
import { api, client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/form/field.tsx';
import { FormProblem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { write } from '../write.ts';
import { LicenceField, type OwnTvs } from './licence-field.tsx';
import { regionOptions } from './region-options.ts';
import { VenueIcon } from './venue-icon.tsx';
import type { Failed } from './waiting-tv-form.tsx';
import styles from './where-it-stands.module.css';

type Venue = (typeof VENUES)[number];

const ABOUT_LICENCE = ['LICENCE_NOT_YOURS', 'LICENCE_CODE_WRONG', 'LICENCES_USED_UP', 'LICENCE_BLOCKED'];

/** After linking: where the TV stands and which device it runs on. Whoever leaves finds the same in the account. */
export function WhereItStands({ tvId, saved }: { tvId: string; saved: () => void }) {
  const own = useQuery(api.playout.mine.queryOptions());
  const devices = useQuery(api.devices.mine.queryOptions());
  if (!own.data || !devices.data) return own.isError || devices.isError ? null : <Skeleton lines={6} />;
  const names = new Map(devices.data.map(({ id, name }) => [id, name]));
  return <PlaceForm tvId={tvId} own={own.data} names={names} saved={saved} />;
}

interface Props {
  tvId: string;
  own: OwnTvs;
  names: ReadonlyMap<string, string>;
  saved: () => void;
}

function PlaceForm({ tvId, own, names, saved }: Props) {
  const tv = own.tvs.find(({ id }) => id === tvId);
  const [name, setName] = useState('');
  const [region, setRegion] = useState<string>(tv?.region ?? own.suggestedRegion ?? '');
  const [venue, setVenue] = useState<Venue | null>(tv?.venue ?? null);
  const free = own.licences.filter(({ tvId: at }) => at === null);
  const [licence, setLicence] = useState(free.length === 1 ? (free[0]?.serial ?? '') : '');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Failed | null>(null);
  const regionField = useRef<HTMLSelectElement>(null);
  const firstVenue = useRef<HTMLInputElement>(null);
  const licenceProblem = problem?.code && ABOUT_LICENCE.includes(problem.code) ? problem.text : undefined;

  const save = useSingleFlight(async (_: FormEvent) => {
    setMissing(true);
    if (region === '') return regionField.current?.focus();
    if (venue === null) return firstVenue.current?.focus();
    setBusy(true);
    setProblem(null);
    const said = { id: tvId, region: region as Region, venue };
    const outcome = await write(() =>
      client.playout.setUp({ ...said, ...(name.trim() && { name }), ...(licence.trim() && { licence }) }),
    );
    setBusy(false);
    if (outcome.outcome === 'done') saved();
    else setProblem(outcome);
  });

  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <UnsavedTextGuard
        when={(name.trim() !== '' || venue !== (tv?.venue ?? null)) && !busy}
        what={setUpCopy.unsaved}
      />
      <div>
        <h2 className={`d ${styles.title}`}>{setUpCopy.title}</h2>
        <p className="muted">{setUpCopy.text}</p>
      </div>
      <TextField
        label={setUpCopy.name}
        optional
        value={name}
        maxLength={DEVICE_NAME_MAX}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        ref={regionField}
        label={setUpCopy.region}
        hint={own.suggestedRegion !== null && region === own.suggestedRegion ? setUpCopy.regionHint : undefined}
        error={missing && region === '' ? setUpCopy.regionMissing : undefined}
        placeholder={setUpCopy.regionPick}
        options={regionOptions}
        value={region}
        onChange={({ target }) => setRegion(target.value)}
      />
      <fieldset className={styles.venues} aria-describedby={missing && venue === null ? 'venue-error' : undefined}>
        <legend>{setUpCopy.venue}</legend>
        <div className={styles.choices}>
          {VENUES.map((one, place) => (
            <label key={one} className={styles.venue} data-venue={one}>
              <VenueIcon venue={one} />
              <span>
                <b>{venueNames[one]}</b>
                <small>{venueHints[one]}</small>
              </span>
              <input
                ref={place === 0 ? firstVenue : undefined}
                type="radio"
                name="venue"
                checked={venue === one}
                onChange={() => setVenue(one)}
              />
            </label>
          ))}
        </div>
        {missing && venue === null && (
          <p className={styles.error} id="venue-error">
            {setUpCopy.venueMissing}
          </p>
        )}
        {venue !== null && venue !== 'household' && <p className="muted s">{setUpCopy.unconfirmed}</p>}
      </fieldset>
      <LicenceField own={own} names={names} tvId={tvId} value={licence} change={setLicence} error={licenceProblem} />
      <FormProblem problem={licenceProblem ? null : problem} />
      <div className={styles.actions}>
        <Button type="submit" full loading={busy} loadingLabel={setUpCopy.busy}>
          {setUpCopy.button}
        </Button>
        <ButtonLink to="/account#televizori" variant="secondary" full>
          {setUpCopy.later}
        </ButtonLink>
      </div>
      <p className="muted s">{setUpCopy.hint}</p>
    </form>
  );
}
