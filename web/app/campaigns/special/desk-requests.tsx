import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { requestDeskCopy as copy } from '#domain/special/request-copy.ts';
import { REQUEST_ANSWER_MOST } from '#domain/special/rules.ts';
import { api, client, queryClient } from '../../api.ts';
import { useLiveList } from '../../live.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { useSingleFlight } from '../../single-flight.ts';
import { PersonLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import { AnswerDialog } from '../desk/answer-dialog.tsx';
import styles from '../report/objection.module.css';

type PackageRequest = Awaited<ReturnType<typeof client.special.admin.requests>>[number];

const reload = () => queryClient.invalidateQueries({ queryKey: api.special.admin.requests.key() });

/** Companies that ask for the special package while it is not sold: what nobody has answered on top, until it is closed. */
export function DeskRequests() {
  const read = useQuery(api.special.admin.requests.queryOptions());
  useLiveList('campaigns', () => read.refetch({ throwOnError: true }));
  const [answering, setAnswering] = useState<PackageRequest | null>(null);
  const [closing, setClosing] = useState<PackageRequest | null>(null);
  return (
    <section className={styles.objection} id="zahtevi" aria-labelledby="requests-title">
      <h2 id="requests-title" className="d h3">
        {copy.title}
      </h2>
      <DataPart name={copy.title} part={partStateOf(read)} lines={3}>
        {() => (
          <>
            {read.data!.length === 0 && <p className="muted">{copy.none}</p>}
            <ul className={styles.list}>
              {read.data!.map((one) => (
                <OneRequest key={one.id} one={one} answer={() => setAnswering(one)} close={() => setClosing(one)} />
              ))}
            </ul>
          </>
        )}
      </DataPart>
      {answering && (
        <AnswerDialog
          title={answering.company}
          from={answering.contact}
          asked={answering.message}
          words={copy}
          most={REQUEST_ANSWER_MOST}
          send={(answer) => write(() => client.special.admin.answer({ id: answering.id, answer }))}
          reload={reload}
          onClose={() => setAnswering(null)}
        />
      )}
      {closing && <CloseDialog request={closing} onClose={() => setClosing(null)} />}
    </section>
  );
}

function OneRequest({ one, answer, close }: { one: PackageRequest; answer: () => void; close: () => void }) {
  return (
    <li>
      <div className={styles.head}>
        <span>
          <PersonLink id={one.companyId}>
            <b>{one.company}</b>
          </PersonLink>
          , {copy.wish(one.month)}
        </span>
        <span className="muted s">{copy.made(one.madeAt)}</span>
        <Badge tone={one.answeredAt ? 'ok' : 'warn'}>
          {one.answeredAt ? copy.answered(one.answeredAt) : copy.waits}
        </Badge>
      </div>
      <p className="s">
        {one.contact}, {one.email}
      </p>
      {one.message && <p className={styles.quote}>{one.message}</p>}
      {one.answer && <p className={styles.quote}>{`${copy.label}: ${one.answer}`}</p>}
      <div className={styles.head}>
        {!one.answeredAt && (
          <Button size="sm" variant="secondary" aria-label={copy.answerOf(one.company)} onClick={answer}>
            {copy.answer}
          </Button>
        )}
        <Button size="sm" variant="ghost" aria-label={copy.closeOf(one.company)} onClick={close}>
          {copy.close}
        </Button>
      </div>
    </li>
  );
}

interface DialogProps {
  request: PackageRequest;
  onClose: () => void;
}

function CloseDialog({ request: { id, company, answeredAt }, onClose }: DialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const close = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await write(() => client.special.admin.close({ id }));
    setBusy(false);
    if (outcome.outcome !== 'done') setProblem(outcome);
    else {
      toast.success(copy.closed);
      onClose();
    }
    await reload();
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.closeTitle}
      text={copy.closeText(company, answeredAt !== null)}
      yes={copy.close}
      busy={busy}
      problem={problem}
      onConfirm={() => void close()}
    />
  );
}
