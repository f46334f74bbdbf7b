import { type CSSProperties, useState } from 'react';
import { home } from '#domain/home/copy.ts';
import {
  audienceText,
  countActiveScreens,
  GROUPS,
  type Group,
  REGIONS,
  type Region,
  SCREENS_PER_REGION,
  screensOf,
} from '#domain/home/rules.ts';
import { plural } from '#domain/plural.ts';
import { Badge } from '../../ui/badge.tsx';
import styles from './targeting.module.css';

const { targeting } = home;

const COLOURS: Record<Group, string> = {
  homes: 'var(--bar-yellow)',
  restaurants: 'var(--bar-cyan)',
  cafes: 'var(--bar-green)',
  receptions: 'var(--bar-magenta)',
  salons: 'var(--bar-red)',
};
const TOTAL = String(REGIONS.length * SCREENS_PER_REGION);

/** Choosing regions and groups marks the screens they reach. An example: its screens are made up. */
export function Targeting() {
  const [regions, setRegions] = useState<ReadonlySet<Region>>(new Set<Region>(['noviSad', 'subotica']));
  const [groups, setGroups] = useState<ReadonlySet<Group>>(new Set<Group>(['homes', 'cafes']));

  const lit = countActiveScreens(regions, groups);
  const count = plural(lit, targeting.screens).replace('{total}', TOTAL);
  const sentence = audienceText(regions, groups);

  return (
    <div className={styles.panel}>
      <div className={`${styles.head} osd`}>
        <h3>{targeting.title}</h3>
        <span>{targeting.example}</span>
      </div>
      <div className={styles.body}>
        <fieldset className={styles.chips}>
          <legend>{targeting.region}</legend>
          {REGIONS.map((region) => (
            <button
              key={region}
              type="button"
              className={styles.chip}
              aria-pressed={regions.has(region)}
              onClick={() => setRegions(toggled(regions, region))}
            >
              {targeting.regions[region].name}
            </button>
          ))}
        </fieldset>
        <fieldset className={styles.chips}>
          <legend>{targeting.group}</legend>
          {GROUPS.map((group) => (
            <button
              key={group}
              type="button"
              className={styles.chip}
              style={{ '--key': COLOURS[group] } as CSSProperties}
              aria-pressed={groups.has(group)}
              onClick={() => setGroups(toggled(groups, group))}
            >
              {targeting.groups[group].name}
            </button>
          ))}
        </fieldset>
        <figure>
          <figcaption className={styles.caption}>
            <span>{targeting.legend}</span>
            <span aria-live="polite">{count}</span>
          </figcaption>
          <div className={styles.regions} aria-hidden="true">
            {REGIONS.map((region) => (
              <div key={region} className={styles.region} data-on={regions.has(region)}>
                <div className={styles.screens}>
                  {screensOf(region).map((group, i) => (
                    <i
                      // biome-ignore lint/suspicious/noArrayIndexKey: a cell of a grid
                      key={i}
                      style={regions.has(region) && groups.has(group) ? { background: COLOURS[group] } : undefined}
                    />
                  ))}
                </div>
                <span>{targeting.regions[region].name}</span>
              </div>
            ))}
          </div>
        </figure>
        <div className={styles.readout}>
          <div>
            <p className={styles.label}>{targeting.audience}</p>
            <p className="muted s">{sentence ?? targeting.nobody}</p>
          </div>
          <Badge tone="ok">{targeting.paid}</Badge>
        </div>
      </div>
    </div>
  );
}

function toggled<K>(set: ReadonlySet<K>, key: K): ReadonlySet<K> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
