import path from 'node:path';
import { Visitor } from 'vite';
import { type ImportGraph, importCycles } from './import-cycles.ts';
import { foldersIn, isTest, parseSource, type SourceName, sourceFilesIn } from './sources.ts';

/**
 * Who may import whom: web → domain ← server, and doubles → domain; platform and ui import no domain. Domains of the server meet in flows
 * and those of the web in pages; the SDK of a provider is imported in its folder alone, and what one domain alone uses lies in its
 * folder. No file, and no folder of the domain, the server or the screens, imports itself by way of others, types counted.
 */
export function checkImportRule(root: string): string[] {
  const domains = new Set(
    [...foldersIn(root, 'domain'), ...foldersIn(root, 'server').filter((name) => !SERVER_FOLDERS.has(name))].filter(
      (name) => !WEB_FOLDERS.has(name),
    ),
  );
  const broken: string[] = [];
  const graph: ImportGraph = new Map();
  for (const name of sourceFilesIn(root, ['domain', 'doubles', 'server', 'web', 'e2e', 'scripts', 'bench'])) {
    const banned = name.split('/').find((part) => BANNED.has(part));
    if (banned) broken.push(`${name}: a folder named "${banned}" says nothing about what is in it`);
    const imports = importsOf(root, name);
    graph.set(
      name,
      imports.flatMap((wanted) => resolveImport(name, wanted) ?? []),
    );
    for (const wanted of imports) {
      const reason = refusal(name, wanted, domains);
      if (reason) broken.push(`${name}: imports ${wanted}: ${reason}`);
    }
  }
  for (const [name, domain] of ofOneDomain(graph, foldersIn(root, 'domain')))
    broken.push(`${name}: only ${domain} imports it, so it belongs in domain/${domain}`);
  for (const cycle of importCycles(graph)) broken.push(`a circle of imports: ${[...cycle, cycle[0]].join(' → ')}`);
  const folders = folderGraph(graph);
  for (const cycle of importCycles(folders.graph)) broken.push(`a circle of folders: ${folders.describe(cycle)}`);
  return broken;
}

/** Files beside the folders of `domain` that one domain alone imports, in its promise, its server or its screens. */
function ofOneDomain(graph: ImportGraph, domains: string[]): [SourceName, domain: string][] {
  const users = new Map<SourceName, Set<string>>();
  for (const [name, targets] of graph) {
    if (isTest(name)) continue;
    const user = /^(?:domain|server|web\/app)\/([^/]+)\//.exec(name)?.[1] ?? name;
    for (const target of targets)
      if (/^domain\/[^/]+$/.test(target)) users.set(target, (users.get(target) ?? new Set()).add(user));
  }
  return [...users].flatMap(([name, [user, ...others]]) =>
    others.length === 0 && domains.includes(user!) ? [[name, user!] as [SourceName, string]] : [],
  );
}

/**
 * Which folder of the domain, of the server or of the web's screens imports which. Not counted are tests and entry files (a
 * router may call a flow that uses its own domain) and tables, whose foreign keys name one another.
 */
function folderGraph(graph: ImportGraph): { graph: ImportGraph; describe(cycle: string[]): string } {
  const folders: ImportGraph = new Map();
  const because = new Map<string, string>();
  for (const [name, targets] of graph) {
    const from = folderOf(name);
    if (from === null || isTest(name) || ENTRY.test(path.posix.basename(name))) continue;
    for (const target of targets) {
      const to = folderOf(target);
      if (to === null || to === from || path.posix.basename(target) === 'schema.ts') continue;
      folders.set(from, [...new Set(folders.get(from) ?? []).add(to)]);
      because.set(`${from} ${to}`, `${from} → ${to} (${name} imports ${target})`);
    }
  }
  const describe = (cycle: string[]) =>
    cycle.map((from, n) => because.get(`${from} ${cycle[(n + 1) % cycle.length]}`) ?? from).join(', ');
  return { graph: folders, describe };
}

/** What joins all folders, or names what all of them are given: no part of a circle. */
const JOINS = /^server\/(app|config|context|dependencies|emails|jobs|main|programs|router|schema)\.ts$/;

/** Beside these: who calls is read from sessions, keys of programs and TVs. */
const ACCESS = 'server/access.ts';

/** `domain/vouchers`, `server/vouchers`, `web/app/vouchers`, `bench`; a file beside the folders is one of its own. `null`: not looked at. */
const folderOf = (name: SourceName): string | null =>
  JOINS.test(name) ? null : (/^((domain|server|web\/app)\/[^/]+|(bench|e2e|scripts)(?=\/))/.exec(name)?.[0] ?? null);

const BANNED = new Set('utils helpers common lib misc core types hooks services controllers repositories'.split(' '));

/** What starts a double when there is no key. */
const STARTS_DOUBLES = /^server\/(payments|fulfilment\/couriers)\/[a-z-]+\/open\.ts$/;

/** SDKs of providers: whoever else needs one would know the provider's names (decision 152). */
const SDKS: readonly [RegExp, string][] = [
  [/^stripe(\/|$)/, 'server/payments/stripe/'],
  [/^@aws-sdk\//, 'server/platform/storage/'],
];

/** Folders of the server that are no domain. */
const SERVER_FOLDERS = new Set(['platform', 'http', 'live', 'flows', 'migrations', 'seed', 'start', 'test']);

/** Those that every domain may import. */
const SHARED_BY_DOMAINS = new Set(['platform', 'http', 'live', 'auth']);

/** A domain's entry files: what a request, an event or the clock reaches first. Only they and what starts a server may call flows. */
const ENTRY = /(^|-)(router|routes|webhook|jobs)\.ts$/;

/** Folders of the web that are no domain, even where one of that name keeps their words. */
const WEB_FOLDERS = new Set(['ui', 'shell', 'my', 'admin', 'home']);

/** What the promise may be made of besides itself. */
const DOMAIN_PACKAGES = /^(zod|@orpc\/contract|libphonenumber-js|stdnum)(\/|$)/;
const TEST_PACKAGES = /^(vitest|fast-check|node:[a-z/]+)$/;

function importsOf(root: string, name: SourceName): string[] {
  const { program } = parseSource(root, name);
  const found: string[] = [];
  const add = (source: { value?: unknown } | null) => {
    if (typeof source?.value === 'string') found.push(source.value);
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source as { value?: unknown }),
    TSImportType: (node) => add(node.source as { value?: unknown }),
  }).visit(program);
  return found;
}

/** The file an import means, from the project's root; `null` for a package. */
function resolveImport(name: SourceName, wanted: string): SourceName | null {
  if (/^#(domain|doubles|server)\//.test(wanted)) return wanted.slice(1);
  if (wanted.startsWith('#web/')) return wanted.replace('#web/', 'web/app/');
  return wanted.startsWith('.') ? path.posix.join(path.posix.dirname(name), wanted) : null;
}

function refusal(name: SourceName, wanted: string, domains: Set<string>): string | null {
  const target = resolveImport(name, wanted);
  if (target !== null && !/\.\w+(\?\w+)?$/.test(wanted) && !target.includes('/+types/'))
    return 'write the file name ending';
  const home = SDKS.find(([sdk]) => sdk.test(wanted))?.[1];
  if (home !== undefined && !name.startsWith(home)) return `the SDK of a provider is imported in ${home} alone`;
  const [room] = name.split('/');
  if (room === 'domain') return refusalInDomain(name, wanted, target);
  if (target === null) return null;
  if (room === 'doubles')
    return /^(domain|doubles)\//.test(target)
      ? null
      : 'a double imports the domain and itself, as an outside party would';
  if (target.startsWith('doubles/')) return refusalOfDouble(name);
  if (room === 'server')
    return target.startsWith('web/') ? 'the server never imports the web' : refusalInServer(name, target);
  if (room === 'web')
    return target.startsWith('server/') ? 'the web never imports the server' : refusalInWeb(name, target, domains);
  return null;
}

/** A double is started in one place and filled by the seed; everybody else meets it over the wire. */
function refusalOfDouble(name: SourceName): string | null {
  if (isTest(name) || name.startsWith('server/seed/') || name.startsWith('bench/')) return null;
  return STARTS_DOUBLES.test(name) ? null : 'a double is met over the wire; only what starts it imports it';
}

function refusalInDomain(name: SourceName, wanted: string, target: SourceName | null): string | null {
  if (target !== null) return target.startsWith('domain/') ? null : 'the domain imports nothing but itself';
  if (DOMAIN_PACKAGES.test(wanted) || (isTest(name) && TEST_PACKAGES.test(wanted))) return null;
  return 'the domain does no I/O and depends on no framework';
}

function refusalInServer(name: SourceName, target: SourceName): string | null {
  if (isTest(name) || !name.startsWith('server/')) return null;
  const [, here] = name.split('/');
  if (here === 'flows' || here === 'seed' || here === 'start') return null;
  const [room, there, ...rest] = target.split('/');
  if (here === 'platform') {
    const own =
      room === 'server' && (there === 'platform' || target === 'server/schema.ts' || target === 'server/config.ts');
    return own || (room === 'domain' && rest.length === 0) ? null : 'the platform knows no domain';
  }
  if (room !== 'server' || rest.length === 0 || there === here) return null;
  if (there === 'flows')
    return ENTRY.test(path.posix.basename(name))
      ? null
      : 'flows are called by routers, webhooks, jobs and the start only';
  if (JOINS.test(name) || name === ACCESS) return null;
  if (ENTRY.test(path.posix.basename(name)) && ENTRY.test(path.posix.basename(target))) return null;
  if (SHARED_BY_DOMAINS.has(there!)) return null;
  if (there === 'test' || there === 'seed') return 'only tests import tests and seeds';
  return rest.length === 1 && rest[0] === 'schema.ts'
    ? null
    : 'of another domain only its schema.ts; stories across domains live in server/flows';
}

function refusalInWeb(name: SourceName, target: SourceName, domains: Set<string>): string | null {
  if (isTest(name)) return null;
  const [, , here, ...deeper] = name.split('/');
  const [room, second, third, ...rest] = target.split('/');
  const domain = room === 'domain' && third !== undefined ? second : room === 'web' && rest.length > 0 ? third : null;
  if (here === 'ui') {
    const outside = room === 'web' && second === 'app' && third !== 'ui';
    return outside || domain === second ? 'ui knows no domain, no API and no session' : null;
  }
  if (deeper.length === 0 || !domains.has(here!) || /\.(page|layout)\.tsx$/.test(name)) return null;
  if (room === 'web' && domain && domain !== here && domains.has(domain))
    return 'domains of the web meet in pages only';
  return null;
}
