import { pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** JSON lines on standard output. Anything that could open a door is cut out before it is written. */
export function createLog(level: string, destination?: NodeJS.WritableStream) {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
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
