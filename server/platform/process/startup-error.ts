import { isDiskFull } from './disk-full.ts';

const NAME = 'CannotStart';

/** A reason not to start that its reader, the operator, can act on: shown as one sentence, without a stack. */
export function startupError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name: NAME });
}

export const isStartupError = (error: unknown): error is Error => error instanceof Error && error.name === NAME;

/** What an operator reads of an error instead of its stack; `null`: nothing that would help. */
export function operatorMessageOf(error: unknown): string | null {
  if (isDiskFull(error))
    return 'There is no room left on the disk. Free some space, or set DATA_DIR on another disk, and start again.';
  return isStartupError(error) ? error.message : null;
}
