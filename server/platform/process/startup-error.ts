const NAME = 'CannotStart';

/** A reason not to start that its reader, the operator, can act on: shown as one sentence, without a stack. */
export function startupError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { name: NAME });
}

export const isStartupError = (error: unknown): error is Error => error instanceof Error && error.name === NAME;
