import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logging(level: string) {
  let written = '';
  const destination = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  const log = createLog(level, destination);
  return { log, written: () => written };
}

test('credentials are cut out, however deep', () => {
  const { log, written } = logging('info');
  log.info(
    { password: 'hunter2', body: { refresh_token: 'hunter2' }, a: { b: { authorization: 'hunter2' } } },
    'sign-in',
  );
  expect(written()).toContain('sign-in');
  expect(written()).not.toContain('hunter2');
});

test('the address in what a mail server answers, and the value that a statement could not read, are cut out', () => {
  const { log, written } = logging('info');
  log.warn({ reason: "550 5.1.1 <mara.o'neil+1@primer.rs>: no such user" }, 'a mail was refused for good');
  const cause = Object.assign(new Error('invalid input syntax for type uuid: "Mara "M" Ilić"'), { code: '22P02' });
  log.error({ error: new Error('Failed query: select\nparams: Mara', { cause }) }, 'unexpected');
  expect(written()).toContain('550 5.1.1 <[address]>: no such user');
  expect(written()).toContain('invalid input syntax for type uuid');
  expect(written()).not.toMatch(/mara|Ilić/i);
});

test('a failed statement is logged with its cause and place, without the values it was about', () => {
  const { log, written } = logging('info');
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email_unique"'), {
    code: '23505',
    constraint_name: 'users_email_unique',
    detail: 'Key (lower(email))=(mara@primer.rs) already exists.',
    parameters: ['mara@primer.rs'],
  });
  log.error(
    { error: new Error('Failed query: insert into users\nparams: mara@primer.rs,hash', { cause }) },
    'unexpected',
  );
  const line = JSON.parse(written());
  expect(line.error).toMatchObject({
    message: 'Failed query: insert into users',
    cause: { errorCode: '23505', constraint: 'users_email_unique' },
  });
  expect(line.error.stack).toContain('log.test.ts');
  expect(written()).not.toContain('mara@primer.rs');
});
