import { useState } from 'react';
import type { WebhookAttempt } from '#domain/integrations/webhooks/contract.ts';
import { webhooksCopy as copy, webhookForms } from '#domain/integrations/webhooks/copy.ts';
import { api, client, queryClient } from '../../api.ts';
import { toast } from '../../ui/overlay/toast.tsx';
import { write } from '../../write.ts';
import type { EndpointAct } from './chosen-endpoint.tsx';
import { type Delivery, ENDPOINT_CALL_TIMEOUT_MS, type Endpoint, failureReason, hostOf } from './webhooks.ts';

const { webhooks } = client.integrations;
/** Each makes an attempt: it is not repeated behind the person's back. */
const ONCE = { repeats: false, patience: ENDPOINT_CALL_TIMEOUT_MS };

/** What is sent because somebody asked, and told as it was answered. */
export function useEndpointActions(look: () => void) {
  const [busy, setBusy] = useState<{ id: string; act: EndpointAct } | null>(null);
  const [sending, setSending] = useState<number | null>(null);

  const say = (attempt: WebhookAttempt, yes: string, no: string, later: string) =>
    attempt.state === 'delivered' ? toast.success(yes) : toast.error(attempt.state === 'failed' ? no : later);
  const tell = (outcome: { outcome: string; text: string }) =>
    toast.error(outcome.outcome === 'unknown' ? copy.isUnknown : outcome.text);

  return {
    busy,
    sending,
    async test(endpoint: Endpoint) {
      setBusy({ id: endpoint.id, act: 'test' });
      const outcome = await write(() => webhooks.test({ id: endpoint.id }), ONCE);
      setBusy(null);
      const host = hostOf(endpoint);
      if (outcome.outcome !== 'done') tell(outcome);
      else {
        const { value } = outcome;
        say(
          value,
          copy.testOk(host, value.status ?? 0, value.ms ?? 0),
          copy.testNo(host, failureReason(value)),
          copy.testLater,
        );
      }
      look();
    },
    async switchOn(endpoint: Endpoint) {
      setBusy({ id: endpoint.id, act: 'on' });
      const outcome = await write(() => webhooks.switchOn({ id: endpoint.id }), ONCE);
      setBusy(null);
      const host = hostOf(endpoint);
      if (outcome.outcome !== 'done') tell(outcome);
      else
        say(
          outcome.value.probe,
          copy.onDone(host),
          copy.onNo(host, failureReason(outcome.value.probe)),
          copy.onLater(host),
        );
      look();
    },
    async tryNow(endpoint: Endpoint) {
      setBusy({ id: endpoint.id, act: 'try' });
      const outcome = await write(() => webhooks.tryNow({ id: endpoint.id }), ONCE);
      setBusy(null);
      const host = hostOf(endpoint);
      if (outcome.outcome !== 'done') tell(outcome);
      else if (!outcome.value.attempt) toast.success(copy.notPaused(host));
      else {
        const { attempt } = outcome.value;
        const yes = copy.triedOk(host, attempt.status ?? 0, attempt.ms ?? 0);
        say(attempt, yes, copy.triedNo(host, failureReason(attempt)), copy.triedLater);
      }
      look();
    },
    async again({ id, type, object }: Delivery) {
      setSending(id);
      const outcome = await write(() => webhooks.resend({ id }), ONCE);
      setSending(null);
      const what = copy.object(object);
      if (outcome.outcome !== 'done') tell(outcome);
      else {
        const { value } = outcome;
        const yes = copy.againOk(type, what, value.status ?? 0, value.ms ?? 0);
        say(value, yes, copy.againNo(type, what, failureReason(value)), copy.againLater(type, what));
      }
      look();
    },
    /** Answers with what went wrong. */
    async endOld(endpoint: Endpoint) {
      const outcome = await write(() => webhooks.endOldSecret({ id: endpoint.id }), { failed: webhookForms.failed });
      look();
      if (outcome.outcome !== 'done') return outcome;
      toast.success(webhookForms.ended);
      return null;
    },
    async remove(endpoint: Endpoint) {
      const outcome = await write(() => webhooks.remove({ id: endpoint.id }), { failed: webhookForms.failed });
      // With its row goes what is shown of it, before anything is asked again.
      if (outcome.outcome === 'done')
        queryClient.setQueryData(api.integrations.webhooks.list.queryKey(), (now) =>
          now?.filter(({ id }) => id !== endpoint.id),
        );
      look();
      if (outcome.outcome !== 'done') return outcome;
      toast.success(webhookForms.removed(hostOf(endpoint)));
      return null;
    },
  };
}
