import { webhookForms as copy } from '#domain/integrations/webhooks/copy.ts';
import { ShownOnce } from '../shown-once.tsx';

export interface ShownSecret {
  host: string;
  secret: string;
  isNew: boolean;
}

/** The secret of an address, once. */
export function SecretDialog({ shown: { host, secret, isNew }, onClose }: { shown: ShownSecret; onClose: () => void }) {
  return (
    <ShownOnce
      title={isNew ? copy.made : copy.rotated}
      description={copy.secret.of(host)}
      secret={secret}
      fileName={copy.secret.fileName(host)}
      words={copy.secret}
      onClose={onClose}
    >
      {!isNew && <p className="s">{copy.secret.two}</p>}
    </ShownOnce>
  );
}
