import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mails as copy } from '#domain/admin/mails-copy.ts';
import { api, type client } from '../../api.ts';
import { DataPart } from '../../part/data-part.tsx';
import { partStateOf } from '../../part/part-state.ts';
import { Segmented } from '../../ui/form/segmented.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import styles from './mail-preview.module.css';

export type Mail = Awaited<ReturnType<typeof client.admin.mails.list>>['rows'][number];

export const titleOf = (mail: Pick<Mail, 'subject' | 'template'>): string =>
  mail.subject ?? copy.templates[mail.template] ?? mail.template;

/** A mail as its reader sees it, in a sandboxed frame without scripts, links or an origin. */
export function MailPreview({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const [how, setHow] = useState<'html' | 'text'>('html');
  const preview = useQuery(
    api.admin.mails.preview.queryOptions({ input: { id: mail.id }, refetchOnWindowFocus: false }),
  );
  const { data } = preview;
  return (
    <Dialog open size="lg" onOpenChange={onClose} title={titleOf(mail)} description={`${copy.to}: ${mail.to}`}>
      <DataPart name={copy.frame} part={partStateOf(preview)} lines={8}>
        {() => null}
      </DataPart>
      {data && data.html === null && (
        <p className={styles.hidden}>{data.containsCredential ? copy.containsCredential : copy.noContent}</p>
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
