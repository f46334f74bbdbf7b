import { expect, test } from 'vitest';
import { serviceToStart } from './release.ts';

test('a server or a worker that has to be started is named by its unit where systemd runs it, otherwise by its command', () => {
  expect([serviceToStart('start', true), serviceToStart('worker', true)]).toEqual([
    'systemctl restart vidik',
    'systemctl restart vidik-worker',
  ]);
  expect([serviceToStart('start', false), serviceToStart('worker', false)]).toEqual(['npm start', 'npm run worker']);
});
