const PROGRAMS = /^\/(api|auth\/v1|webhooks|storage|sandbox|healthz|readyz|metrics)(\/|$)/;

/** Whether a path is for programs, not for people: the server never answers it with a page, and the service worker lets it pass. */
export const isProgramAddress = (path: string): boolean => PROGRAMS.test(path);
