import { useState } from 'react';
import { webhookForms as copy, webhooksCopy } from '#domain/integrations/webhooks/copy.ts';
import { client } from '../../api.ts';
import { withProof } from '../../proof.tsx';
import { useSingleFlight } from '../../single-flight.ts';
import type { Problem } from '../../ui/form/form-problem.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import type { Meanwhile } from '../../ui/overlay/meanwhile-notice.tsx';
import { write } from '../../write.ts';
import type { EndpointAct } from './chosen-endpoint.tsx';
import type { ShownSecret } from './secret-dialog.tsx';
import type { useEndpointActions } from './use-endpoint-actions.ts';
import { type Endpoint, hostOf } from './webhooks.ts';

interface QuestionProps {
  endpoint: Endpoint;
  meanwhile: Meanwhile | null;
  onClose: () => void;
}

interface EndpointQuestionProps extends QuestionProps {
  act: EndpointAct;
  acts: ReturnType<typeof useEndpointActions>;
  onRotated: (shown: ShownSecret) => void;
  onRemoved: () => void;
}

/** What is asked before an act that needs an answer. */
export function EndpointQuestion({ act, acts, onRotated, onRemoved, ...question }: EndpointQuestionProps) {
  const { endpoint, meanwhile, onClose } = question;
  if (act === 'rotate') return <RotateDialog {...question} onDone={onRotated} />;
  if (act === 'end')
    return (
      <SureDialog
        key="end"
        title={copy.endTitle}
        text={copy.endText}
        yes={webhooksCopy.endOld}
        meanwhile={meanwhile}
        onClose={onClose}
        onSure={() => acts.endOld(endpoint)}
      />
    );
  if (act === 'remove')
    return (
      <SureDialog
        key="remove"
        title={copy.removeTitle}
        text={copy.removeText(hostOf(endpoint), endpoint.waiting)}
        yes={webhooksCopy.remove}
        meanwhile={meanwhile}
        onClose={onClose}
        onSure={async () => {
          const wrong = await acts.remove(endpoint);
          if (!wrong) onRemoved();
          return wrong;
        }}
      />
    );
  return null;
}

/** A new secret instead of the one that signs now; whatever becomes of the answer, one for each time that this is opened. */
function RotateDialog({
  endpoint,
  meanwhile,
  onClose,
  onDone,
}: QuestionProps & { onDone: (shown: ShownSecret) => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const rotate = useSingleFlight(async () => {
    setBusy(true);
    setProblem(null);
    const { id, version } = endpoint;
    const outcome = await withProof(() =>
      write(() => client.integrations.webhooks.rotate({ id, version, key }), { failed: copy.failed }),
    );
    setBusy(false);
    if (outcome.outcome !== 'done') return setProblem(outcome);
    onDone({ host: hostOf(endpoint), secret: outcome.value.secret, isNew: false });
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={copy.rotateTitle}
      text={endpoint.oldSecret ? copy.rotateAgain : copy.rotateText}
      yes={webhooksCopy.rotate}
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      onConfirm={() => void rotate()}
    />
  );
}

/** Something that cannot be taken back. */
function SureDialog({
  title,
  text,
  yes,
  meanwhile,
  onClose,
  onSure,
}: {
  title: string;
  text: string;
  yes: string;
  meanwhile: Meanwhile | null;
  onClose: () => void;
  /** Resolves to what went wrong. */
  onSure: () => Promise<Problem | null>;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const sure = useSingleFlight(async () => {
    setBusy(true);
    const wrong = await onSure();
    setBusy(false);
    if (wrong) return setProblem(wrong);
    onClose();
  });
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={onClose}
      title={title}
      text={text}
      yes={yes}
      no={copy.keep}
      busy={busy}
      problem={problem}
      meanwhile={meanwhile}
      onConfirm={() => void sure()}
    />
  );
}
