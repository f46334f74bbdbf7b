const CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** As the operating system and PostgreSQL say it, wherever in the chain of causes. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message = '', cause } = error as { code?: string; message?: string; cause?: unknown };
  if (CODES.has(code ?? '') || /No space left on device|Disk quota exceeded/.test(message)) return true;
  return isDiskFull(cause);
}
