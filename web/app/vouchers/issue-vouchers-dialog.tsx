import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { common } from '#domain/copy.ts';
import { office } from '#domain/vouchers/issue-copy.ts';
import { MAX_BANNERS, MAX_CODES_AT_ONCE } from '#domain/vouchers/rules.ts';
import { api, client } from '../api.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FieldGroup, TextField } from '../ui/form/field.tsx';
import type { Problem } from '../ui/form/form-problem.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DialogClose } from '../ui/overlay/dialog-frame.tsx';
import { write } from '../write.ts';

const copy = office.form;

/**
 * Issues a batch once, however often the button is pressed or the answer is lost: the form has an idempotency key. Before
 * that it asks, with the sum.
 */
export function IssueVouchersDialog({
  close,
  issued,
}: {
  close: () => void;
  issued: (batch: string, count: number) => Promise<void>;
}) {
  const [key] = useState(() => crypto.randomUUID());
  const [entered, setEntered] = useState<Entered>({ bannerCount: '', count: '1', note: '' });
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const allowance = useQuery(api.vouchers.admin.allowance.queryOptions({ staleTime: 0 })).data;

  const each = wholeNumber(entered.bannerCount, MAX_BANNERS);
  const many = wholeNumber(entered.count, MAX_CODES_AT_ONCE);
  const tooMany = each !== null && many !== null && allowance !== undefined && each * many > allowance.left;

  const ask = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setProblem(null);
    if (each === null || many === null || tooMany)
      return requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    setAsking(true);
  };

  const issue = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const sent = { key, bannerCount: each!, count: many!, note: entered.note };
    const outcome = await write(() => client.vouchers.admin.issue(sent));
    if (outcome.outcome === 'done') return issued(outcome.value.batch, outcome.value.rows.length);
    setProblem(outcome);
    setBusy(false);
    if (outcome.outcome === 'refused') setAsking(false);
  });

  if (asking)
    return (
      <Dialog
        open
        busy={busy}
        onOpenChange={() => setAsking(false)}
        title={copy.question(many!)}
        description={copy.sum(many!, each!)}
        problem={problem}
        footer={
          <>
            <Button variant="secondary" disabled={busy} onClick={() => setAsking(false)}>
              {copy.back}
            </Button>
            <Button loading={busy} loadingLabel={copy.busy} onClick={() => issue()}>
              {copy.yes(many!)}
            </Button>
          </>
        }
      >
        <p>{copy.answer}</p>
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={close}
      title={copy.title}
      description={copy.text}
      problem={problem}
      initialFocus={first}
      footer={
        <>
          <DialogClose>{common.cancel}</DialogClose>
          <Button type="submit" form="issue-vouchers">
            {copy.button}
          </Button>
        </>
      }
    >
      <form id="issue-vouchers" ref={form} onSubmit={ask} noValidate className="stack">
        <BatchFields
          first={first}
          entered={entered}
          onEnter={(change) => setEntered({ ...entered, ...change })}
          errors={{
            bannerCount:
              tried && each === null ? copy.bannerCountWrong : tooMany ? copy.tooMany(allowance.left) : undefined,
            count: tried && many === null ? copy.countWrong : undefined,
          }}
        />
        <p role="status">{each !== null && many !== null && copy.sum(many, each)}</p>
        {allowance && <p className="muted s">{copy.allowance(allowance.left, allowance.limit)}</p>}
      </form>
    </Dialog>
  );
}

interface Entered {
  bannerCount: string;
  count: string;
  note: string;
}

function BatchFields({
  first,
  entered,
  onEnter,
  errors,
}: {
  first: Ref<HTMLInputElement>;
  entered: Entered;
  onEnter: (change: Partial<Entered>) => void;
  errors: { bannerCount: string | undefined; count: string | undefined };
}) {
  return (
    <FieldGroup columns={2}>
      <TextField
        ref={first}
        label={copy.bannerCount}
        inputMode="numeric"
        autoComplete="off"
        value={entered.bannerCount}
        error={errors.bannerCount}
        onChange={(event) => onEnter({ bannerCount: event.target.value })}
      />
      <TextField
        label={copy.count}
        inputMode="numeric"
        autoComplete="off"
        value={entered.count}
        error={errors.count}
        onChange={(event) => onEnter({ count: event.target.value })}
      />
      <TextField
        label={copy.note}
        hint={copy.noteHint}
        optional
        wide
        maxLength={200}
        value={entered.note}
        onChange={(event) => onEnter({ note: event.target.value })}
      />
    </FieldGroup>
  );
}

/** Thousands may be written with dots, as people read them. */
function wholeNumber(text: string, most: number): number | null {
  const digits = text.replace(/[\s.]/g, '');
  const number = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= most ? number : null;
}
