import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type RecentFigures, recentRequests } from './recent-requests.ts';
import { type AnsweredRequest, isRefusedSignIn } from './request-log.ts';
import { type SlowStatements, slowOfLastHour } from './slow-statements.ts';

export interface Metrics {
  request(path: string, answered: AnsweredRequest): void;
  /** A statement that took long, in milliseconds, without what was written into it. */
  slowStatement(ms: number, statement: string): void;
  /** What became of an attempt to tell another program something. */
  webhook(outcome: string): void;
  /** What this process answered lately. */
  recent(): RecentFigures & SlowStatements;
  /** Everything measured so far, in Prometheus' text format. */
  exposition(): Promise<string>;
}

/** Numbers that are read whenever somebody asks for the metrics, one for each set of labels; none: it is left out. */
export interface AskedGauge {
  name: string;
  help: string;
  labels?: readonly string[];
  read: () => Promise<{ value: number; labels?: Record<string, string> }[]>;
}

export function openMetrics(gauges: readonly AskedGauge[] = []): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'vidik_http_request_seconds',
    help: 'Time to answer a request, by part of the server; live streams are left out.',
    labelNames: ['area', 'method', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const calls = new Counter({
    name: 'vidik_calls_total',
    help: 'Answered calls of the API and of the sign-in server, by procedure.',
    labelNames: ['call', 'status'] as const,
    registers: [registry],
  });
  const callTimes = new Histogram({
    name: 'vidik_call_seconds',
    help: 'Time to answer a call, by procedure; live streams are left out.',
    labelNames: ['call'] as const,
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  });
  const refusedSignIns = new Counter({
    name: 'vidik_sign_in_failures_total',
    help: 'Sign-ins that were refused: wrong passwords, codes and links, blocked accounts, too many tries.',
    registers: [registry],
  });
  const slowStatements = new Counter({
    name: 'vidik_slow_statements_total',
    help: 'Statements that took longer than 200 ms.',
    registers: [registry],
  });
  const webhooks = new Counter({
    name: 'vidik_webhook_deliveries_total',
    help: 'Attempts to tell other programs of something that this process made by itself, by what became of them.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const recent = recentRequests();
  const slow = slowOfLastHour();
  for (const { name, help, labels = [], read } of gauges)
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const readings = await read().catch(() => []);
        this.reset();
        // Without labels a reset leaves a 0, which nobody has read.
        if (readings.length === 0 && labels.length === 0) this.remove();
        for (const one of readings) this.set(one.labels ?? {}, one.value);
      },
    });
  return {
    request(path, answered) {
      const { call, method, status, ms, isStream } = answered;
      const seconds = ms / 1000;
      if (!isStream)
        requests.observe({ area: areaOf(path), method: METHODS.has(method) ? method : 'other', status }, seconds);
      if (call) calls.inc({ call, status });
      if (call && !isStream) callTimes.observe({ call }, seconds);
      if (isRefusedSignIn(answered)) refusedSignIns.inc();
      recent.add(ms, status, isStream);
    },
    slowStatement(ms, statement) {
      slowStatements.inc();
      slow.add(ms, statement);
    },
    webhook: (outcome) => webhooks.inc({ outcome }),
    recent: () => ({ ...recent.read(), ...slow.read() }),
    exposition: () => registry.metrics(),
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const AREAS = ['api', 'auth/v1', 'webhooks', 'storage', 'assets', 'sandbox', 'healthz', 'readyz', 'metrics'];

/** Few and fixed, so that strangers' addresses do not become labels. */
function areaOf(path: string): string {
  return AREAS.find((area) => path === `/${area}` || path.startsWith(`/${area}/`)) ?? 'pages';
}
