import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { objectionCopy } from '#domain/campaigns/report/objection-copy.ts';
import { OBJECTION_MOST } from '#domain/objections.ts';
import { api, client } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { PersonLink } from '../../subject-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { write } from '../../write.ts';
import styles from '../report/objection.module.css';
import { AnswerDialog } from './answer-dialog.tsx';

const copy = objectionCopy.desk;
type Waiting = Awaited<ReturnType<typeof client.campaigns.admin.objections>>[number];

/** Objections of companies to reports that wait for an answer, what is due first on top. */
export function DeskObjections({ reload }: { reload: () => Promise<unknown> }) {
  const read = useQuery(api.campaigns.admin.objections.queryOptions());
  const [answering, setAnswering] = useState<Waiting | null>(null);
  return (
    <section className={styles.objection} aria-labelledby="objections">
      <h2 id="objections" className="d h3">
        {copy.title}
      </h2>
      <DataPart name={copy.title} part={partStateOf(read)} lines={3}>
        {() => (
          <>
            {read.data!.length === 0 && <p className="muted">{copy.none}</p>}
            <ul className={styles.list}>
              {read.data!.map((one) => (
                <li key={one.id}>
                  <div className={styles.head}>
                    <span>
                      <b>{one.name}</b>, <PersonLink id={one.companyId}>{one.company}</PersonLink>
                    </span>
                    <span className="muted s">{copy.made(one.month, one.madeAt)}</span>
                    <Badge tone={one.isLate ? 'err' : 'warn'}>{one.isLate ? copy.late : copy.due(one.dueOn)}</Badge>
                  </div>
                  <p className={styles.quote}>{one.text}</p>
                  <div>
                    <Button
                      size="sm"
                      variant="secondary"
                      aria-label={copy.answerOf(one.company, one.name)}
                      onClick={() => setAnswering(one)}
                    >
                      {copy.answer}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </DataPart>
      {answering && (
        <AnswerDialog
          title={answering.name}
          from={answering.company}
          asked={answering.text}
          words={{ ...copy, sent: copy.answered }}
          most={OBJECTION_MOST}
          send={(answer) => write(() => client.campaigns.admin.answer({ id: answering.id, answer }))}
          reload={reload}
          onClose={() => setAnswering(null)}
        />
      )}
    </section>
  );
}
