import { type FormEvent, useId, useState } from 'react';
import { webhookForms as copy } from '#domain/integrations/webhooks/copy.ts';
import { MAX_URL } from '#domain/integrations/webhooks/rules.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { useSingleFlight } from '../../single-flight.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogClose } from '../../ui/overlay/dialog-frame.tsx';
import { type Meanwhile, MeanwhileNotice } from '../../ui/overlay/meanwhile-notice.tsx';
import { MergeDialog } from '../../ui/overlay/merge-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { useMerging } from '../../ui/overlay/use-merging.ts';
import { write } from '../../write.ts';
import styles from './endpoint-form.module.css';
import { EventChoice } from './event-choice.tsx';
import { ENDPOINT_CALL_TIMEOUT_MS, type Endpoint, hostOf } from './webhooks.ts';

/** Refusals that are about the address itself stand under its field. */
const OF_ADDRESS = ['WEBHOOK_NOT_HTTPS', 'WEBHOOK_PRIVATE', 'WEBHOOK_UNKNOWN_NAME', 'WEBHOOK_NO_ADDRESS'];

interface Fields {
  url: string;
  events: readonly string[];
}
const LABELS: Record<keyof Fields, string> = { url: copy.url, events: copy.events };
const textOf = (value: Fields[keyof Fields]) =>
  typeof value === 'string' ? value.trim() : value.toSorted().join(', ');

interface Props {
  endpoint: Endpoint | null;
  meanwhile: Meanwhile | null;
  onClose: () => void;
  onAdded: (made: { id: string; url: string; secret: string }) => void;
  onChanged: () => void;
}

/** The address as it is typed, what is wrong with it, and saving it. */
function useEndpoint({ endpoint, meanwhile, onAdded, onChanged }: Props) {
  const [id] = useState(() => endpoint?.id ?? crypto.randomUUID());
  const now: Fields = { url: endpoint?.url ?? '', events: endpoint?.events ?? [] };
  const [url, setUrl] = useState(now.url);
  const [events, setEvents] = useState(now.events);
  const [wrong, setWrong] = useState<{ url?: string; events?: string }>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const save = useSingleFlight(async (fields: Fields) => {
    const wanted = { id, url: fields.url.trim(), events: [...fields.events] };
    const mistakes = {
      ...(wanted.url === '' && { url: copy.urlMissing }),
      ...(wanted.events.length === 0 && { events: copy.eventsMissing }),
    };
    setWrong(mistakes);
    setProblem(null);
    if (Object.keys(mistakes).length > 0) return;
    setBusy(true);
    const { webhooks } = client.integrations;
    const options = { failed: copy.failed, patience: ENDPOINT_CALL_TIMEOUT_MS };
    const outcome = await withProof(() =>
      endpoint
        ? write(async () => {
            await webhooks.change({ ...wanted, version: endpoint.version });
            return null;
          }, options)
        : write(async () => (await webhooks.add(wanted)).secret, options),
    );
    setBusy(false);
    if (outcome.outcome === 'done') {
      if (outcome.value !== null) return onAdded({ id, url: wanted.url, secret: outcome.value });
      toast.success(copy.saved);
      return onChanged();
    }
    if (outcome.outcome === 'refused' && OF_ADDRESS.includes(outcome.code)) return setWrong({ url: outcome.text });
    setProblem(outcome);
  });

  const changed = busy ? null : meanwhile;
  const { onSeen, asked } = useMerging<Fields, keyof Fields>(now, {
    labels: LABELS,
    text: textOf,
    typed: () => ({ url, events }),
    fill: (values) => {
      setUrl(values.url);
      setEvents(values.events);
      setProblem(null);
      meanwhile?.seen?.onSeen();
    },
    save: (values) => void save(values),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    return save({ url, events });
  }

  function typeUrl(text: string) {
    setUrl(text);
    setWrong(({ events: other }) => (other ? { events: other } : {}));
  }

  const chooseEvents: typeof setEvents = (change) => {
    setEvents(change);
    setWrong(({ url: other }) => (other ? { url: other } : {}));
  };

  return { url, typeUrl, events, chooseEvents, wrong, busy, problem, submit, changed, onSeen, asked };
}

/**
 * A new address, or another address or other events for one that is there. When somebody else changed it meanwhile, fields that were not
 * touched take what is new once that was seen, and where both typed the person chooses.
 */
export function EndpointForm(props: Props) {
  const { endpoint, onClose } = props;
  const form = useId();
  const { url, typeUrl, events, chooseEvents, wrong, busy, problem, submit, changed, onSeen, asked } =
    useEndpoint(props);
  const seen = changed?.seen;
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={onClose}
      title={endpoint ? copy.editTitle : copy.addTitle}
      description={endpoint ? copy.editText(hostOf(endpoint)) : copy.addText}
      problem={problem}
      footer={
        <>
          <DialogClose disabled={busy}>{copy.cancel}</DialogClose>
          <Button type="submit" form={form} loading={busy} disabled={changed !== null}>
            {endpoint ? copy.save : copy.go}
          </Button>
        </>
      }
    >
      {changed && <MeanwhileNotice meanwhile={seen ? { ...changed, seen: { ...seen, onSeen } } : changed} />}
      <form id={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={copy.url}
          hint={copy.urlHint}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_URL}
          value={url}
          error={wrong.url}
          onChange={(event) => typeUrl(event.target.value)}
        />
        <EventChoice id={`${form}-events`} events={events} error={wrong.events} onChange={chooseEvents} />
        <p className="muted s">{copy.proof}</p>
      </form>
      {endpoint && seen && asked && <MergeDialog title={copy.merge} where={hostOf(endpoint)} {...asked} />}
    </Dialog>
  );
}
