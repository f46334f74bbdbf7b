/** The part of a service worker's global scope that we use; TypeScript's own types conflict with those of a page. */
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
export interface FetchEvent extends Extendable {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface Events {
  install: Extendable;
  activate: Extendable;
  fetch: FetchEvent;
  message: Extendable & { data: unknown };
}
interface Scope {
  location: Location;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void;
}

export const worker = self as unknown as Scope;
