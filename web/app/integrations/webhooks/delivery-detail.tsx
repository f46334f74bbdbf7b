import { useQuery } from '@tanstack/react-query';
import { webhooksCopy as copy } from '#domain/integrations/webhooks/copy.ts';
import { api } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import styles from './delivery-detail.module.css';

/** What was sent, to the letter, and the beginning of the answer, as text. Read when it is opened, not beside the list. */
export function DeliveryDetail({ id }: { id: number }) {
  const query = useQuery(
    api.integrations.webhooks.delivery.queryOptions({
      input: { id },
      staleTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  );
  return (
    <DataPart name={copy.sent} part={partStateOf(query)} lines={3}>
      {() => {
        const { headers, body, answer, state, status } = query.data!;
        const none = state === 'waiting' ? copy.notSent : status === null ? copy.noAnswer : copy.emptyAnswer;
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
        return (
          <div className={styles.detail}>
            <Text name={copy.head} text={lines.join('\n') || copy.notSent} />
            <Text name={copy.body} text={body} />
            <Text name={copy.answered} text={answer || none} />
          </div>
        );
      }}
    </DataPart>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <h4>{name}</h4>
      <pre>{text}</pre>
    </div>
  );
}
