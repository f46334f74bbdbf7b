import { traverseContractProcedures } from '@orpc/server';
import { contract } from '#domain/contract.ts';
import { pages } from '#domain/pages.ts';

const PARTS = /^\/(api|auth\/v1|webhooks|storage|sandbox|assets|fonts)(?=\/)/;

/**
 * Names the route of a path, as `/event/karta/:token`: what a log may say of a request, because paths hold tokens, codes
 * and numbers. `routes` are those of the application, to which the API's and the pages' are added; of any other path only
 * the part of the server is said.
 */
export function createRouteNamer(routes: { path: string }[]): (path: string) => string {
  const names = routes.map(({ path }) => path).filter((path) => !path.includes('*'));
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
    names.push(`/api${procedure['~orpc'].route.path}`.replace(/\{\+?(\w+)\}/g, ':$1'));
  });
  names.push(...Object.values(pages).map(({ path }) => path));
  const patterns = [...new Set(names)]
    .toSorted((a, b) => Number(a.includes(':')) - Number(b.includes(':')))
    .map((name) => [name, new RegExp(`^${name.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}/?$`)] as const);
  return (path) => patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? `${PARTS.exec(path)?.[0] ?? ''}/…`;
}
