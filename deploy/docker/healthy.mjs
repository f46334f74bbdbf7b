/** For a container's health check: whether the server, or the worker with `WORKER_PORT`, is ready. */
const port = process.env.WORKER_PORT || process.env.PORT || '3000';
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_500) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
