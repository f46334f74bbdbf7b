import { keysCopy } from '#domain/integrations/keys/copy.ts';
import { firstCallOf } from '#domain/integrations/keys/first-call.ts';
import type { client } from '../../api.ts';
import { ShownOnce } from '../shown-once.tsx';
import styles from './keys.module.css';

export type CreatedKey = Awaited<ReturnType<typeof client.integrations.keys.make>>;
const copy = keysCopy.made;

/** The key, once, and the first call that it can make. */
export function MadeKeyDialog({ made: { key, secret }, onClose }: { made: CreatedKey; onClose: () => void }) {
  return (
    <ShownOnce
      title={copy.title}
      description={copy.lead(key.name, key.endsOn)}
      secret={secret}
      fileName={copy.fileName(key.ending)}
      words={copy}
      onClose={onClose}
    >
      <div className={styles.first}>
        <p>{copy.firstCall}</p>
        <code>{copy.call(window.location.origin, firstCallOf(key.duties))}</code>
      </div>
    </ShownOnce>
  );
}
