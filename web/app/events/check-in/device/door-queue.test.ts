import { expect, test } from 'vitest';
import { createQueue, type DoorCheck } from './door-queue.ts';

/** Answers when the test says so, in the order of the questions. */
function slowDoor() {
  const asked: string[] = [];
  const answers: ((answer: string) => void)[] = [];
  const ask = (one: DoorCheck) => {
    asked.push(one.code);
    return new Promise<string>((resolve) => answers.push(resolve));
  };
  const queue = createQueue(ask, (answer) => answer === 'ko ulazi?');
  const answer = async (text: string) => {
    answers.shift()!(text);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, asked, answer };
}
const waitingOf = (queue: ReturnType<typeof slowDoor>['queue']) => queue.get().waiting.map(({ code }) => code);
const answeredOf = (queue: ReturnType<typeof slowDoor>['queue']) =>
  queue.get().answered.map(({ code, answer }) => [code, answer]);

test('what is typed while another is checked waits for its turn, and each answer stands with its own code', async () => {
  const { queue, asked, answer } = slowDoor();
  for (const code of ['101', ' 102 ', '103', '']) queue.add(code, 'typed');
  expect(asked).toEqual(['101']);
  expect(waitingOf(queue)).toEqual(['101', '102', '103']);
  await answer('važi');
  await answer('iskorišćena');
  expect(asked).toEqual(['101', '102', '103']);
  expect(answeredOf(queue)).toEqual([
    ['102', 'iskorišćena'],
    ['101', 'važi'],
  ]);
});

test('a double press and a code read twice are one check; read again after its answer it is another', async () => {
  const { queue, asked, answer } = slowDoor();
  for (const _ of [1, 2, 3]) queue.add('105', 'scanned');
  await answer('važi');
  expect(asked).toEqual(['105']);
  queue.add('105', 'scanned');
  await answer('iskorišćena');
  expect(asked).toEqual(['105', '105']);
  expect(new Set(queue.get().answered.map(({ key }) => key)).size).toBe(2);
});

test('while a question is open the queue collects and asks nothing; the chosen ticket is the next', async () => {
  const { queue, asked, answer } = slowDoor();
  queue.add('105', 'typed');
  queue.hold(true);
  queue.add('106', 'scanned');
  await answer('ko ulazi?');
  expect(asked).toEqual(['105']);
  queue.add('105-2', 'typed', { first: true });
  queue.hold(false);
  await answer('važi');
  expect(asked).toEqual(['105', '105-2', '106']);
});

test('an answer that is a question holds the queue by itself: what was read before it came waits', async () => {
  const { queue, asked, answer } = slowDoor();
  queue.add('105', 'typed');
  queue.add('106', 'typed');
  await answer('ko ulazi?');
  expect(asked).toEqual(['105']);
  expect(waitingOf(queue)).toEqual(['106']);
  queue.add('105-2', 'typed', { first: true });
  queue.hold(false);
  expect(asked).toEqual(['105', '105-2']);
});
