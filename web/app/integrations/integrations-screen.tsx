import { integrationsCopy as copy } from '#domain/integrations/copy.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AdminHead } from '../ui/page-head.tsx';
import styles from './integrations.module.css';
import WebhooksSection from './webhooks/webhooks-section.tsx';

/** Keys of other programs, and the addresses that are told what happened. */
export default function IntegrationsScreen() {
  return (
    <>
      <AdminHead title={copy.title}>
        <ButtonLink href="/api" size="sm" variant="secondary">
          {copy.guide}
        </ButtonLink>
      </AdminHead>
      <p className={styles.lede}>{copy.lede}</p>
      <WebhooksSection />
    </>
  );
}
