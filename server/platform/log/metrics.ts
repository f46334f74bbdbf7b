import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** One answered request; `seconds` from its arrival to the end of the answer. */
  request(path: string, method: string, status: number, seconds: number): void;
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
    help: 'Time to answer a request, by part of the server.',
    labelNames: ['area', 'method', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  for (const { name, help, labels = [], read } of gauges)
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const readings = await read().catch(() => []);
        this.reset();
        if (readings.length === 0) this.remove();
        for (const one of readings) this.set(one.labels ?? {}, one.value);
      },
    });
  return {
    request(path, method, status, seconds) {
      requests.observe({ area: areaOf(path), method: METHODS.has(method) ? method : 'other', status }, seconds);
    },
    exposition: () => registry.metrics(),
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const AREAS = ['api', 'auth/v1', 'webhooks', 'storage', 'assets', 'sandbox', 'healthz', 'readyz', 'metrics'];

/** Few and fixed, so that strangers' addresses do not become labels. */
function areaOf(path: string): string {
  return AREAS.find((area) => path === `/${area}` || path.startsWith(`/${area}/`)) ?? 'pages';
}
