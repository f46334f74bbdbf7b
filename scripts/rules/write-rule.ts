import { Visitor } from 'vite';
import { CALLS } from '#domain/calls.ts';
import { isTest, lineOf, parseSource, sourceFilesIn } from './sources.ts';

/**
 * Whatever changes something on the server goes through `write(…)` of web/app/write.ts, which knows that an answer may be
 * lost: `client.x.y(…)` of a procedure that writes, and the changing calls of the sign-in client. `mutationOptions` has no
 * outcome at all and is never used.
 */
export function checkWriteRule(root: string): string[] {
  const found: string[] = [];
  for (const name of sourceFilesIn(root, ['web/app'])) {
    if (isTest(name) || EXCEPT.includes(name)) continue;
    const { text, program } = parseSource(root, name);
    let inside = 0;
    const isWrite = (callee: object) => pathOf(callee as Node).join() === 'write';
    new Visitor({
      CallExpression(node) {
        if (isWrite(node.callee)) inside += 1;
        const path = pathOf(node.callee as object as Node);
        if (path.at(-1) === 'mutationOptions' || (inside === 0 && (isApiWrite(path) || isSignInWrite(path))))
          found.push(`${name}:${lineOf(text, node.start)}: ${path.join('.')} outside write(…)`);
      },
      'CallExpression:exit'(node) {
        if (isWrite(node.callee)) inside -= 1;
      },
    }).visit(program);
  }
  return found;
}

/**
 * The TV's own program is a loop that repeats until it has an answer; a sign-out is ended later (end-queued-sessions.ts); these
 * functions are the ones that `write` is given.
 */
const EXCEPT = [
  'web/app/devices/tv-state.ts',
  'web/app/session.ts',
  'web/app/register-account.ts',
  'web/app/auth/code-form.tsx',
];

const WRITES: ReadonlySet<string> = new Set(
  Object.entries(CALLS).flatMap(([name, call]) => ('writes' in call ? [name] : [])),
);

/** `client.orders.withdraw`, and the same through `(await import('../../api.ts')).client`. */
function isApiWrite(path: readonly string[]): boolean {
  const from = path.lastIndexOf('client');
  return from >= 0 && WRITES.has(path.slice(from + 1).join('.'));
}

/** What `@supabase/auth-js` changes; its reads and `refreshSession` are free. */
const SIGN_IN = [
  'signUp',
  'signInWithPassword',
  'signOut',
  'updateUser',
  'verifyOtp',
  'resend',
  'reauthenticate',
  'resetPasswordForEmail',
  'mfa.enroll',
  'mfa.challengeAndVerify',
  'mfa.unenroll',
  'mfa.recoveryCodes.verify',
  'mfa.recoveryCodes.generate',
  'mfa.recoveryCodes.regenerate',
];
const isSignInWrite = (path: readonly string[]): boolean =>
  path.length > 1 && ['auth', 'authClient'].includes(path[0]!) && SIGN_IN.includes(path.slice(1).join('.'));

interface Node {
  type: string;
  [more: string]: unknown;
}

/** The names of `a.b.c`, from the left; `(await f()).b` begins with `f`, `(await import('…')).b` with `import`. */
function pathOf(node: Node): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name as string];
    case 'MemberExpression':
      return node.computed ? [] : [...pathOf(node.object as Node), (node.property as Node).name as string];
    case 'ParenthesizedExpression':
      return pathOf(node.expression as Node);
    case 'ChainExpression':
      return pathOf(node.expression as Node);
    case 'AwaitExpression':
      return pathOf(node.argument as Node);
    case 'CallExpression':
      return pathOf(node.callee as Node);
    case 'ImportExpression':
      return ['import'];
    default:
      return [];
  }
}
