import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { specialRequestCopy as copy } from '#domain/special/request-copy.ts';
import {
  REQUEST_COMPANY_MOST,
  REQUEST_CONTACT_MOST,
  REQUEST_MESSAGE_MOST,
  requestableMonths,
} from '#domain/special/rules.ts';
import { dayOf } from '#domain/time.ts';
import { api, client, queryClient } from '../api.ts';
import { useOwnChanges } from '../live.ts';
import { DataPart } from '../part/data-part.tsx';
import { partStateOf } from '../part/part-state.ts';
import type { Account } from '../session.ts';
import { useSingleFlight } from '../single-flight.ts';
import { Button } from '../ui/button.tsx';
import { FieldGroup, SelectField, TextArea, TextField } from '../ui/form/field.tsx';
import { FormProblem, type Problem } from '../ui/form/form-problem.tsx';
import { UnsavedTextGuard } from '../ui/form/unsaved-text-guard.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { write } from '../write.ts';
import { useWriteKeys } from '../write-keys.ts';
import styles from './special-reach.module.css';

interface Props {
  account: Account;
  soldAgain: () => unknown;
}

type Own = Awaited<ReturnType<typeof client.special.own.requests>>[number];

/** The request that waits, or the way to leave one. */
export function RequestPackage({ account, soldAgain }: Props) {
  const requests = useQuery(api.special.own.requests.queryOptions());
  const reload = () => queryClient.invalidateQueries({ queryKey: api.special.own.key() });
  useOwnChanges(reload);
  return (
    <DataPart name={copy.title} part={partStateOf(requests)} lines={4}>
      {() => {
        const open = requests.data!.find(({ closedAt }) => closedAt === null);
        return open ? (
          <OwnRequest request={open} title={copy.mine} />
        ) : (
          <>
            <LastAnswer requests={requests.data!} />
            <RequestForm account={account} soldAgain={soldAgain} reload={reload} />
          </>
        );
      }}
    </DataPart>
  );
}

/** Beside the package that is sold again: what the company asked last, once it was answered. */
export function AnsweredRequest() {
  const requests = useQuery(api.special.own.requests.queryOptions());
  return requests.data ? <LastAnswer requests={requests.data} /> : null;
}

function LastAnswer({ requests }: { requests: Own[] }) {
  const last = requests.find(({ answer }) => answer);
  return last ? <OwnRequest request={last} title={copy.last} /> : null;
}

function OwnRequest({
  request: { company, contact, month, message, madeAt, answer, answeredAt },
  title,
}: {
  request: Own;
  title: string;
}) {
  return (
    <section className={styles.request} aria-labelledby="own-request">
      <h3 className="d h4" id="own-request">
        {title}
      </h3>
      <p>
        <b>{company}</b>, {contact}
        <br />
        {copy.of(month, madeAt)}
      </p>
      {message && <p className={styles.quote}>{message}</p>}
      {answer && answeredAt ? (
        <>
          <h4 className={styles.label}>{copy.answered(answeredAt)}</h4>
          <p className={styles.quote}>{answer}</p>
        </>
      ) : (
        <p className="muted">{copy.waits}</p>
      )}
    </section>
  );
}

function RequestForm({ account, soldAgain, reload }: Props & { reload: () => Promise<unknown> }) {
  const months = requestableMonths(dayOf(new Date()));
  const keys = useWriteKeys();
  const [form, setForm] = useState(() => ({
    company: account.companyName ?? '',
    contact: [account.firstName, account.lastName, account.phone].filter(Boolean).join(' '),
    month: months[1]!,
    message: '',
  }));
  const [changed, setChanged] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const change = (fields: Partial<typeof form>) => {
    setForm((before) => ({ ...before, ...fields }));
    setChanged(true);
  };
  const isWrong = { company: form.company.trim().length < 2, contact: form.contact.trim().length < 5 };
  const send = useSingleFlight(async () => {
    setTried(true);
    if (isWrong.company || isWrong.contact) return;
    setBusy(true);
    setProblem(null);
    const id = keys.of(form);
    const outcome = await write(() => client.special.own.request({ id, ...form }));
    setBusy(false);
    if (outcome.outcome !== 'done') {
      if (outcome.code === 'SPECIAL_SOLD_AGAIN') soldAgain();
      if (outcome.code === 'SPECIAL_REQUEST_WAITS') await reload();
      return setProblem(outcome);
    }
    setChanged(false);
    toast.success(copy.sent);
    await reload();
  });
  return (
    <form
      className={styles.request}
      noValidate
      aria-labelledby="request-package"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send();
      }}
    >
      <UnsavedTextGuard when={changed && !busy} what={copy.unsaved} />
      <h3 className="d h4" id="request-package">
        {copy.title}
      </h3>
      <p>{copy.lead}</p>
      <FieldGroup columns={2}>
        <TextField
          label={copy.company}
          autoComplete="organization"
          error={tried && isWrong.company ? copy.companyMissing : undefined}
          value={form.company}
          maxLength={REQUEST_COMPANY_MOST}
          onChange={({ target }) => change({ company: target.value })}
        />
        <TextField
          label={copy.contact}
          hint={copy.contactHint}
          autoComplete="off"
          error={tried && isWrong.contact ? copy.contactMissing : undefined}
          value={form.contact}
          maxLength={REQUEST_CONTACT_MOST}
          onChange={({ target }) => change({ contact: target.value })}
        />
        <SelectField
          label={copy.month}
          value={form.month}
          options={months.map((value) => ({ value, label: copy.monthName(value) }))}
          onChange={({ target }) => change({ month: target.value })}
        />
      </FieldGroup>
      <TextArea
        label={copy.message}
        optional
        hint={copy.messageHint}
        value={form.message}
        maxLength={REQUEST_MESSAGE_MOST}
        rows={4}
        onChange={({ target }) => change({ message: target.value })}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" loading={busy}>
          {copy.send}
        </Button>
      </div>
    </form>
  );
}
