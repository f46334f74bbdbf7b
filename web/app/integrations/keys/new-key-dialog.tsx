import { useRef, useState } from 'react';
import { dutyNames } from '#domain/accounts/staff/duty-copy.ts';
import type { Day } from '#domain/day.ts';
import { keysCopy } from '#domain/integrations/keys/copy.ts';
import { isNetwork, networksIn } from '#domain/integrations/keys/networks.ts';
import {
  dutiesToGive,
  KEY_NAME_MAX,
  KEY_NETWORKS_MAX,
  type KeyDuty,
  lastEnd,
} from '#domain/integrations/keys/rules.ts';
import { dayOf } from '#domain/time.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { usePermissions } from '../../session.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/form/field.tsx';
import { FormProblem, type Problem } from '../../ui/form/form-problem.tsx';
import { Segmented } from '../../ui/form/segmented.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { type Outcome, write } from '../../write.ts';
import { DutyChoice } from './duty-choice.tsx';
import styles from './keys.module.css';
import type { CreatedKey } from './made-key-dialog.tsx';

const copy = keysCopy.form;
type Field = 'name' | 'duties' | 'networks' | 'endsOn';
type Wrong = Partial<Record<Field, string>>;

interface Props {
  onClose: () => void;
  onMade: (made: CreatedKey) => void;
}

/** Everything is marked where it is wrong, then the person proves that it is them, and the key is made. */
function useNewKey(onMade: Props['onMade'], today: Day) {
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [duties, setDuties] = useState<readonly KeyDuty[]>([]);
  const [writes, setWrites] = useState(false);
  const [networks, setNetworks] = useState('');
  const [endsOn, setEndsOn] = useState('');
  const [wrong, setWrong] = useState<Wrong>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function mark(next: Wrong) {
    setWrong(next);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus(),
    );
  }

  const make = useSingleFlight(async () => {
    setProblem(null);
    const listed = networksIn(networks);
    const found = mistakesIn({ name, duties, networks: listed, endsOn }, today);
    mark(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const sent = { id, name, duties: [...duties], writes, networks: listed, endsOn };
    const lead = copy.proofLead(duties.map((duty) => dutyNames[duty]));
    const outcome = await withProof(() => write(() => client.integrations.keys.make(sent), { failed: copy.failed }), {
      lead,
    });
    setBusy(false);
    if (outcome.outcome === 'done') return onMade(outcome.value);
    const field = fieldOf(outcome);
    if (field) mark({ [field]: outcome.text });
    else setProblem(outcome);
  });

  return {
    form,
    name,
    setName,
    duties,
    setDuties,
    writes,
    setWrites,
    networks,
    setNetworks,
    endsOn,
    setEndsOn,
    wrong,
    problem,
    busy,
    make,
  };
}

export function NewKeyDialog({ onClose, onMade }: Props) {
  const today = dayOf(new Date());
  const offered = dutiesToGive(usePermissions());
  const first = useRef<HTMLInputElement>(null);
  const key = useNewKey(onMade, today);
  return (
    <Dialog
      open
      busy={key.busy}
      onOpenChange={onClose}
      title={copy.title}
      description={copy.lead}
      initialFocus={first}
      footer={
        <>
          <p className={styles.proof}>{copy.proof}</p>
          <DialogClose disabled={key.busy}>{copy.cancel}</DialogClose>
          <Button type="submit" form="novi-kljuc" loading={key.busy}>
            {keysCopy.make}
          </Button>
        </>
      }
    >
      <form id="novi-kljuc" ref={key.form} className={styles.form} onSubmit={key.make} noValidate>
        <TextField
          ref={first}
          label={copy.name}
          hint={copy.nameHint}
          value={key.name}
          error={key.wrong.name}
          maxLength={KEY_NAME_MAX}
          autoComplete="off"
          onChange={(event) => key.setName(event.target.value)}
        />
        <DutyChoice
          offered={offered}
          duties={key.duties}
          error={key.wrong.duties}
          onToggle={(duty, isChosen) =>
            key.setDuties((now) => (isChosen ? [...now, duty] : now.filter((one) => one !== duty)))
          }
        />
        <div className={styles.mode}>
          <span className={styles.label} aria-hidden="true">
            {copy.mode}
          </span>
          <Segmented
            label={copy.mode}
            segments={MODES}
            selected={key.writes ? 'write' : 'read'}
            onSelect={(mode) => key.setWrites(mode === 'write')}
          />
        </div>
        <TextArea
          label={copy.networks}
          hint={copy.networksHint}
          rows={2}
          value={key.networks}
          error={key.wrong.networks}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => key.setNetworks(event.target.value)}
        />
        <TextField
          label={copy.endsOn}
          hint={copy.endsOnHint}
          type="date"
          min={today}
          max={lastEnd(today)}
          value={key.endsOn}
          error={key.wrong.endsOn}
          onChange={(event) => key.setEndsOn(event.target.value)}
        />
        <p className="muted s">{copy.never}</p>
        <FormProblem problem={key.problem} />
      </form>
    </Dialog>
  );
}

const MODES = [
  { key: 'read', label: copy.modes.read },
  { key: 'write', label: copy.modes.write },
] as const;

interface TypedKey {
  name: string;
  duties: readonly KeyDuty[];
  networks: readonly string[];
  endsOn: Day;
}

/** What is missing or wrong, by the field that it is said at. */
function mistakesIn({ name, duties, networks, endsOn }: TypedKey, today: Day): Wrong {
  const found: Wrong = {};
  if (name.trim() === '') found.name = copy.noName;
  if (duties.length === 0) found.duties = copy.noDuty;
  const line = networks.findIndex((network) => !isNetwork(network));
  if (line >= 0) found.networks = copy.noNetwork(line + 1);
  else if (networks.length > KEY_NETWORKS_MAX) found.networks = copy.tooManyNetworks;
  const last = lastEnd(today);
  if (endsOn < today || endsOn > last) found.endsOn = copy.noEnd(last);
  return found;
}

/** The field that a refusal is about. */
function fieldOf(outcome: Outcome<unknown>): Field | null {
  if (outcome.outcome !== 'refused') return null;
  if (outcome.code === 'KEY_NAME_TAKEN') return 'name';
  if (outcome.code === 'KEY_END_WRONG') return 'endsOn';
  return outcome.code === 'KEY_DUTY_MISSING' ? 'duties' : null;
}
