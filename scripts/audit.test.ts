import { expect, test } from 'vitest';
import { readAudit } from './audit.ts';

const reportOf = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { tar: { name: 'tar', severity, range: '<7.5.0', fixAvailable: true, via: [], nodes: [] } },
  });

test('a grave hole fails, a smaller one is told, and a registry without a report is no report', () => {
  expect(readAudit(reportOf('critical'))).toEqual({
    lines: ['critical: tar <7.5.0, a newer one is there'],
    isGrave: true,
  });
  expect(readAudit(reportOf('moderate'))).toMatchObject({ isGrave: false });
  expect(readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} }))).toEqual({
    lines: [],
    isGrave: false,
  });
  for (const answer of ['', 'not json', '{"error":{"code":"E405"}}', '{"message":"405 Method Not Allowed"}'])
    expect(readAudit(answer)).toBeNull();
});
