import { pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** JSON lines on standard output. Anything that could open a door is cut out before it is written. */
export function createLog(level: string, destination?: NodeJS.WritableStream) {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describeError, err: describeError },
    redact: {
      paths: [
        'password',
        'token',
        'access_token',
        'refresh_token',
        'authorization',
        'code',
        'secret',
        'cookie',
      ].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[removed]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * What went wrong and where, without the values it went wrong with: database errors carry whole rows and parameters,
 * and those are people's data.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown };
  const message = withoutParameters(error.message);
  return {
    name: error.name,
    message,
    ...(code === undefined ? {} : { errorCode: code }),
    ...(constraint ? { constraint } : {}),
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

const withoutParameters = (message: string): string => message.replace(/\nparams: [\s\S]*$/, '');
