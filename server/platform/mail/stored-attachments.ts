import type { StoredAttachment } from '../mail.schema.ts';
import type { Storage } from '../storage/open.ts';
import type { MailMessage } from './mail.ts';

/** The message with what is kept for it, read at the moment of sending. Throws when it is not there: the mail is tried again. */
export async function withStored(
  storage: Pick<Storage, 'private'>,
  message: MailMessage,
  attached: StoredAttachment[] | null,
): Promise<MailMessage> {
  if (!attached || attached.length === 0) return message;
  const more = await Promise.all(
    attached.map(async ({ name, contentType, stored }) => ({
      name,
      contentType,
      content: await readAll(storage, stored),
    })),
  );
  return { ...message, attachments: [...(message.attachments ?? []), ...more] };
}

async function readAll(storage: Pick<Storage, 'private'>, name: string): Promise<Buffer> {
  const stream = await storage.private.read(name);
  if (!stream) throw new Error(`${name} is not in the store`);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
