import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { profiles, profileWords } from '../accounts/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { escaped, wordSearchCondition } from '../platform/list.ts';
import { placeName } from './place.ts';

const MAX_RESULTS = 20;
/** A common word matches half the network: the best of the first few hundred are good enough to go on typing. */
const RANKING = 500;

interface Wanted {
  who: 'members' | 'outsiders';
  search: string;
  /** Only the super-admin puts colleagues into the network; nobody else is offered them. */
  touchesStaff: boolean;
}

/** Members, or approved people who are not members yet: the newest, or the best matches of a search. */
export async function findPeople(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  { who, search: wanted, touchesStaff }: Wanted,
) {
  const words = wanted.trim().split(/\s+/).filter(Boolean);
  const upline = alias(profiles, 'upline');
  const found = db
    .select({
      id: profiles.id,
      name: placeName.as('name'),
      email: profiles.email,
      referralCode: profiles.referralCode,
      level: profiles.networkLevel,
      uplineName: sql<
        string | null
      >`coalesce(nullif(trim(concat_ws(' ', ${upline.firstName}, ${upline.lastName})), ''), ${upline.username})`.as(
        'upline_name',
      ),
      lastName: profiles.lastName,
      hasPrefix: (words[0]
        ? sql<boolean>`${profileWords.words} like '% ' || search_fold(${escaped(words[0])}) || '%'`
        : sql`true`
      ).as('begins_so'),
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .innerJoin(profileWords, eq(profileWords.profileId, profiles.id))
    .leftJoin(upline, eq(upline.id, profiles.parentId))
    .where(
      and(
        who === 'members'
          ? profiles.inTree
          : and(
              eq(profiles.inTree, false),
              eq(profiles.toBeRegistered, false),
              isNull(profiles.blockedAt),
              isNull(profiles.closedAt),
              ...(touchesStaff ? [] : [eq(profiles.isAdmin, false), ne(profiles.email, config.superAdmin.email)]),
            ),
        wordSearchCondition(profileWords.words, wanted),
      ),
    )
    .$dynamic();
  if (words.length === 0) found.orderBy(desc(profiles.createdAt), desc(profiles.id));
  const weighed = found.limit(words.length === 0 ? MAX_RESULTS : RANKING).as('weighed');
  const rows = await db
    .select()
    .from(weighed)
    .orderBy(
      ...(words.length === 0
        ? [desc(weighed.createdAt), desc(weighed.id)]
        : [
            desc(weighed.hasPrefix),
            sql`serbian_latin(${weighed.lastName}) collate serbian`,
            sql`serbian_latin(${weighed.name}) collate serbian`,
            asc(weighed.id),
          ]),
    )
    .limit(MAX_RESULTS);
  return rows.map(({ id, name, email, referralCode, level, uplineName }) => ({
    id,
    name,
    email,
    referralCode,
    level,
    uplineName,
  }));
}
