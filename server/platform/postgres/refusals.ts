import { startupError } from '../process/startup-error.ts';

/** What the driver and TLS say, and what it means for whoever wrote the address. */
const MEANINGS: [pattern: RegExp, meaning: string][] = [
  [
    /timeout expired|Query read timeout/,
    'no answer in time. Is the address right, and does a firewall let us through?',
  ],
  [/does not support SSL connections/, 'it speaks no TLS, and sslmode asks for it'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host than the address names'],
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, 'its certificate is not valid at this time'],
  [
    /^(UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|CERT_|INVALID_CA)/,
    'its certificate is from no authority that is trusted here; sslrootcert=FILE in the address names another',
  ],
  [/SCRAM.*password must be/, 'it asks for a password, and the address has none'],
];

/** An error of a connection in words, without any part of the address but host and user. */
export function whyRefused(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const [, meaning] = MEANINGS.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? [];
  return meaning ?? (message || code || 'it says nothing').split('\n')[0]!;
}

/** `name` is the variable that has the address. */
export const databaseAccessError = (name: string, error: unknown): Error =>
  startupError(`The database of ${name} does not let us in: ${whyRefused(error).replace(/\.$/, '')}.`, error);

/** A sentence for a role that may not do what a start does, or a database that takes no writes; any other error as it is. */
export function explainMissingRights(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === '42501')
    return startupError(
      `The role in the address of the database lacks rights (${message}). Make it the owner of the database and of all that is in it.`,
      error,
    );
  if (code === '25006')
    return startupError('The database takes no writes: a standby, or one that is set to read only.', error);
  return error;
}

/** In words how a database has to be made whose encoding is not that of our texts; `null` for one that has it. */
export const wrongEncoding = (encoding: string): string | null =>
  encoding === 'UTF8'
    ? null
    : `The database has the encoding ${encoding}, and texts of the shop need UTF8. Make it anew: ` +
      'createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 --owner=ROLE NAME';
