import { useState } from 'react';
import { integrationsCopy as copy } from '#domain/integrations/copy.ts';
import { keysCopy } from '#domain/integrations/keys/copy.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import styles from './integrations.module.css';
import { KeysSection } from './keys/keys-section.tsx';
import WebhooksSection from './webhooks/webhooks-section.tsx';

/** Keys of other programs, and the addresses that are told what happened. */
export default function IntegrationsScreen() {
  const [making, setMaking] = useState(false);
  return (
    <>
      <AdminHead title={copy.title}>
        <ButtonLink href="/api" size="sm" variant="secondary">
          {copy.guide}
        </ButtonLink>
        <Button size="sm" onClick={() => setMaking(true)}>
          {keysCopy.make}
        </Button>
      </AdminHead>
      <p className={styles.lede}>{copy.lede}</p>
      <KeysSection making={making} onMaking={setMaking} />
      <WebhooksSection />
    </>
  );
}
