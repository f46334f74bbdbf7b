/** Reports an error of this browser to the server; resolves to its number in the log, or throws why not, as the API says it. */
export async function reportProblem(error: unknown): Promise<string> {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const response = await fetch('/api/problems', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, stack, path: window.location.pathname }),
    keepalive: true,
  });
  const reference = response.headers.get('x-request-id');
  if (!response.ok || reference === null) throw await response.json();
  return reference;
}
