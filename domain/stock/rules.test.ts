import { expect, test } from 'vitest';
import { parseSerial } from './rules.ts';

test('a serial number is read as it is printed, in any case of letters', () => {
  expect(parseSerial(' vdk-26-004417\r')).toEqual({ serial: 'VDK-26-004417' });
});

test('what is no serial number says why', () => {
  const why = (text: string) => {
    const read = parseSerial(text);
    return read.serial === null ? read.problem : read.serial;
  };
  expect(why('VDK-26-47O2')).toEqual({ kind: 'letter', missing: 2 });
  expect(why('VDK-26-00O702')).toEqual({ kind: 'letter', missing: 0 });
  expect(why('VDK 26 004773')).toEqual({ kind: 'space' });
  for (const text of ['', 'VDK-26-4417', 'ABC-26-004417', 'VDK-26-0044170', '004417'])
    expect(why(text), text).toEqual({ kind: 'format' });
});
