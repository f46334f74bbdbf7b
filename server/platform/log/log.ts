import { pino } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** Mail servers repeat in their answers whom a mail was to. */
const MAIL_ADDRESS = /[\p{L}\d.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}[\p{L}\d-]{2,63}/gu;

/** JSON lines on standard output. Credentials and mail addresses are cut out before a line is written. */
export function createLog(level: string, destination?: NodeJS.WritableStream) {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: describeError, err: describeError },
    hooks: { streamWrite: (line: string) => (line.includes('@') ? line.replace(MAIL_ADDRESS, '[address]') : line) },
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
 * and those are people's data. Some libraries report plain objects instead of errors.
 */
export function describeError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return String(error);
  const {
    name,
    message = '',
    stack,
    code,
    cause,
    queue,
  } = error as Partial<Error> & { code?: unknown; queue?: unknown };
  const constraint = constraintOf(error);
  const clean = withoutParameters(withoutInput(String(message), code));
  return {
    ...(name === undefined ? {} : { name }),
    message: clean,
    ...(code === undefined ? {} : { errorCode: code }),
    ...(constraint ? { constraint } : {}),
    ...(queue === undefined ? {} : { queue }),
    stack: stack?.replace(String(message), () => clean),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

const LINE = 300;
const SQLSTATE = /^[0-9FHPX][0-9A-Z]{4}$/;

/**
 * An error in one line that may be kept in the database and shown to staff. Of a failed statement only the code and the
 * constraint remain: its text and the words of the database can hold what somebody typed.
 */
export function errorLine(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error).slice(0, LINE);
  const { message = '', cause } = error as Partial<Error>;
  const { code } = { ...(cause as object), ...error } as { code?: unknown };
  const constraint = constraintOf(error) ?? constraintOf(cause);
  const isStatement = /^Failed query/.test(message) || SQLSTATE.test(String(code ?? ''));
  const line = isStatement ? ['database error', code, constraint].filter(Boolean).join(' ') : message;
  return line.replace(/\s+/g, ' ').slice(0, LINE);
}

/** The drivers name it differently. */
const constraintOf = (error: unknown): unknown => {
  const { constraint, constraint_name } = (error ?? {}) as { constraint?: unknown; constraint_name?: unknown };
  return constraint ?? constraint_name;
};

/** What PostgreSQL says of a value that does not fit repeats the value; other messages quote names of ours. */
const withoutInput = (message: string, code: unknown): string =>
  /^22/.test(String(code ?? '')) && SQLSTATE.test(String(code)) ? message.replace(/"[\s\S]*"/, '"…"') : message;

const withoutParameters = (message: string): string => message.replace(/\nparams: [\s\S]*$/, '');
