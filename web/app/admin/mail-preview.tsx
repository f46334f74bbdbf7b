import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mails as copy } from '#domain/admin/mails-copy.ts';
import { api } from '../api.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/field.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './admin.module.css';
import { type Mail, titleOf } from './mail.page.tsx';

/** A mail as its reader sees it, in a frame that runs nothing, opens nothing and belongs to no site. */
export function MailPreview({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const [how, setHow] = useState<'html' | 'text'>('html');
  const preview = useQuery(api.admin.mails.preview.queryOptions({ input: { id: mail.id } }));
  const { data } = preview;
  return (
    <Dialog open size="lg" onOpenChange={onClose} title={titleOf(mail)} description={`${copy.to}: ${mail.to}`}>
      {preview.isPending && <Skeleton lines={8} />}
      {preview.error && <FormError title={copy.loadError} />}
      {data && data.html === null && (
        <p className={styles.hidden}>{data.opensDoor ? copy.opensDoor : copy.noContent}</p>
      )}
      {data?.html && (
        <div className={styles.preview}>
          <Segmented
            label={copy.frame}
            selected={how}
            onSelect={setHow}
            segments={[
              { key: 'html', label: copy.asHtml },
              { key: 'text', label: copy.asText },
            ]}
          />
          {how === 'html' ? (
            <iframe title={copy.frame} sandbox="" srcDoc={data.html} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
            <pre tabIndex={0}>{data.text}</pre>
          )}
        </div>
      )}
    </Dialog>
  );
}
