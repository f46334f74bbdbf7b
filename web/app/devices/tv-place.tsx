import { type FormEvent, useRef, useState } from 'react';
import { common } from '#domain/copy.ts';
import type { Region } from '#domain/places/regions.ts';
import type { VENUES } from '#domain/places/rules.ts';
import { ownTvCopy, setUpCopy } from '#domain/playout/set-up-copy.ts';
import { formatDate } from '#domain/time.ts';
import { client } from '../api.ts';
import { withProof } from '../proof.tsx';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { SelectField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { LicenceField, type OwnTvs } from './licence-field.tsx';
import { regionOptions, venueOptions } from './region-options.ts';
import styles from './tv-place.module.css';

type OwnTv = OwnTvs['tvs'][number];

interface Props {
  tv: OwnTv;
  own: OwnTvs;
  names: ReadonlyMap<string, string>;
  reload: () => Promise<unknown>;
}

interface Place {
  region?: Region;
  venue?: (typeof VENUES)[number];
}

/** Where a TV stands and on which device it runs; a choice is saved at once. */
export function TvPlace({ tv, own, names, reload }: Props) {
  /** What is shown until all of it is answered. */
  const [chosen, setChosen] = useState<Place>({});
  const saving = useRef({ waiting: 0, before: Promise.resolve() });
  const [refused, setRefused] = useState<{ field: keyof Place; text: string } | null>(null);
  const [dialog, setDialog] = useState<'licence' | 'handOver' | null>(null);
  const name = names.get(tv.id) ?? '';
  const send = async (field: keyof Place, place: Place) => {
    const outcome = await write(() => client.playout.setUp({ id: tv.id, ...place }));
    if (outcome.outcome === 'done') {
      toast.success(setUpCopy.saved);
      await reload();
    } else {
      setRefused({ field, text: outcome.text });
      void reload();
    }
    saving.current.waiting -= 1;
    if (saving.current.waiting === 0) setChosen({});
  };
  /** One after the other: a choice that is sent again, because its answer was lost, never comes after a later one. */
  const save = (field: keyof Place, place: Place) => {
    setChosen((before) => ({ ...before, ...place }));
    setRefused(null);
    saving.current.waiting += 1;
    saving.current.before = saving.current.before.then(() => send(field, place));
  };
  const licence = tv.licence;
  const enter = licence && licence.kind !== 'grace' ? ownTvCopy.change : ownTvCopy.enter;
  return (
    <div className={styles.place}>
      <SelectField
        label={setUpCopy.region}
        error={refused?.field === 'region' ? refused.text : undefined}
        placeholder={tv.region === null ? setUpCopy.regionPick : undefined}
        options={regionOptions}
        value={chosen.region ?? tv.region ?? ''}
        onChange={({ target }) => save('region', { region: target.value as Region })}
      />
      <SelectField
        label={setUpCopy.venue}
        hint={tv.venue !== null && !tv.isConfirmed ? setUpCopy.unconfirmed : undefined}
        error={refused?.field === 'venue' ? refused.text : undefined}
        placeholder={tv.venue === null ? setUpCopy.venuePick : undefined}
        options={venueOptions}
        value={chosen.venue ?? tv.venue ?? ''}
        onChange={({ target }) => save('venue', { venue: target.value as (typeof VENUES)[number] })}
      />
      <div className={styles.licence}>
        <p>
          <b>{ownTvCopy.device}</b>{' '}
          <span className={styles.serial}>{licence ? nameOf(licence) : ownTvCopy.noDevice}</span>
        </p>
        <div className={styles.actions}>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`${enter}: ${ownTvCopy.deviceOf(name)}`}
            onClick={() => setDialog('licence')}
          >
            {enter}
          </Button>
          {licence?.serial && tv.state !== 'blocked' && (
            <Button variant="secondary" size="sm" onClick={() => setDialog('handOver')}>
              {ownTvCopy.handOver}
            </Button>
          )}
        </div>
      </div>
      {dialog === 'licence' && (
        <LicenceDialog tv={tv} own={own} names={names} reload={reload} name={name} close={() => setDialog(null)} />
      )}
      {dialog === 'handOver' && licence?.serial && (
        <HandOverDialog serial={licence.serial} close={() => setDialog(null)} />
      )}
    </div>
  );
}

function nameOf({ serial, until }: NonNullable<OwnTv['licence']>): string {
  if (serial) return serial;
  return until ? ownTvCopy.until(formatDate(until)) : setUpCopy.unnumbered.toLowerCase();
}

function LicenceDialog({ tv, own, names, reload, name, close }: Props & { name: string; close: () => void }) {
  const [value, setValue] = useState(tv.licence?.serial ?? '');
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = useSingleFlight(async (_: FormEvent) => {
    if (value.trim() === '') return setError(setUpCopy.licenceWanted);
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.playout.setUp({ id: tv.id, licence: value }));
    setBusy(false);
    if (outcome.outcome !== 'done')
      return outcome.code?.startsWith('LICENCE') ? setError(outcome.text) : setProblem(outcome);
    toast.success(setUpCopy.saved);
    close();
    await reload();
  });
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={close}
      title={ownTvCopy.deviceOf(name)}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{common.cancel}</DialogClose>
          <Button type="submit" form="tv-licence" loading={busy}>
            {common.save}
          </Button>
        </>
      }
    >
      <form id="tv-licence" noValidate onSubmit={save} className={styles.form}>
        <LicenceField
          own={own}
          names={names}
          tvId={tv.id}
          value={value}
          error={error}
          change={(typed) => {
            setValue(typed);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

function HandOverDialog({ serial, close }: { serial: string; close: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [made, setMade] = useState<{ code: string; until: string } | null>(null);
  const make = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await withProof(() => write(() => client.playout.handOver({ serial })), {
      lead: ownTvCopy.handOverProof,
    });
    setBusy(false);
    if (outcome.outcome === 'done') setMade(outcome.value);
    else setProblem(outcome);
  });
  if (made)
    return (
      <Dialog open onOpenChange={close} title={ownTvCopy.code} footer={<DialogClose>{common.close}</DialogClose>}>
        <p className={styles.code}>
          <code>{made.code}</code> <CopyButton value={made.code} what={ownTvCopy.code} />
        </p>
        <p>{ownTvCopy.codeText(formatDate(made.until))}</p>
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={ownTvCopy.handOverTitle(serial)}
      text={ownTvCopy.handOverText}
      yes={ownTvCopy.handOverYes}
      busy={busy}
      problem={problem}
      onConfirm={() => void make()}
    />
  );
}
