import type * as z from 'zod';
import { normalisePassword, PASSWORD_MAX, passwordLength } from '#domain/auth/password.ts';
import { normaliseEmail } from '#domain/email.ts';
import { Email } from '#domain/shapes.ts';
import { authRefusal } from './refusal.ts';

/** What a request says, or a refusal that names the first wrong field. */
export function read<T extends z.ZodType>(shape: T, body: unknown, prefix = ''): z.output<T> {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = [...(prefix ? [prefix] : []), ...issue!.path].join('.');
  throw authRefusal('validation_failed', { message: `${field || 'body'}: ${issue!.message}` });
}

/** The address as stored and compared. */
export function readEmail(text: string): string {
  const result = Email.safeParse(normaliseEmail(text));
  if (!result.success)
    throw authRefusal('validation_failed', { message: 'Unable to validate email address: invalid format' });
  return result.data;
}

/** Refuses a new password that is missing, too long or too short. */
export function checkNewPassword(password: string | null | undefined, shortest: number): string {
  if (!password) throw authRefusal('validation_failed', { message: 'Signup requires a valid password' });
  const length = passwordLength(password);
  if (length > PASSWORD_MAX)
    throw authRefusal('validation_failed', { message: `Password cannot be longer than ${PASSWORD_MAX} characters` });
  if (length < shortest)
    throw authRefusal('weak_password', {
      message: `Password should be at least ${shortest} characters.`,
      fields: { weak_password: { reasons: ['length'] } },
    });
  return normalisePassword(password);
}

/** Bytes of JSON: the metadata travels in every token. */
const METADATA_MAX = 4096;

export function checkUserMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(metadata)) > METADATA_MAX)
    throw authRefusal('validation_failed', { message: `User metadata cannot be larger than ${METADATA_MAX} bytes` });
  return metadata;
}
