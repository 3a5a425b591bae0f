import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Person, Post } from '../../../contract/shapes.ts';
import { type Database, prepared } from '../../platform/db/database.ts';
import { listedKeys } from '../../platform/db/listed-keys.ts';
import { selectPhotos } from './photos.ts';
import {
  readMark,
  readPerson,
  readPostPart,
  selectMark,
  selectOpenedPerson,
  selectPostPart,
} from './present.ts';

/** A row as another statement read it: the revision is renewed with every change of what is shown of the row. */
export interface Revision {
  readonly id: number;
  readonly revision: number;
}

/** Characters of all cached parts of one kind together. */
const maxCachedLength = 12_000_000;

/** Characters that a part counts besides its text. */
const overhead = 500;

interface Kept<T> {
  readonly revision: number;
  readonly value: T;
  readonly length: number;
}

class Parts<T> {
  readonly #kept = new LRUCache<number, Kept<T>>({
    maxSize: maxCachedLength,
    sizeCalculation: ({ length }) => length,
  });

  /** The part, if it is kept in exactly this revision. */
  find({ id, revision }: Revision): T | undefined {
    const kept = this.#kept.get(id);
    return kept?.revision === revision ? kept.value : undefined;
  }

  keep(id: number, part: Kept<T>): void {
    this.#kept.set(id, part);
  }
}

/** The fields of an object as JSON text, without braces. */
export const fieldsOf = (object: object): string => JSON.stringify(object).slice(1, -1);

/** The fields of a post that are the same for everybody who sees it. */
interface PostPart {
  readonly kind: Post['kind'];
  readonly fields: string;
  /** As everybody sees them who sees all photos. */
  readonly photoFields: string;
}

/** The fields of a post about its author, as those see them for whom the name rule opens the profile, and as all others. */
interface AuthorPart {
  readonly opened: string;
  readonly closed: string;
}

/** The parts of moments that are the same for everybody, as pieces of JSON. */
export class CachedParts {
  readonly posts = new Parts<PostPart>();
  readonly people = new Parts<AuthorPart>();
  readonly circles = new Parts<string>();
}

const postPart = (json: string, photos: string | null): PostPart => {
  const { images, imageUrls, photosCount, ...same } = readPostPart(json, photos);
  return {
    kind: same.kind,
    fields: fieldsOf(same),
    photoFields: fieldsOf({ images, imageUrls, photosCount }),
  };
};

const authorFields = (author: Person): string => fieldsOf({ authorId: author.id, author });

type Kind = 'posts' | 'people' | 'circles';

interface PartRow {
  kind: Kind;
  id: number;
  revision: number;
  /** JSON text. */
  part: string;
  photos: string | null;
}

// One statement for all kinds. The parameters are JSON lists of keys.
const partsByKey = prepared<Record<Kind, string>, PartRow>({
  name: 'parts_by_key',
  parameters: ['posts', 'people', 'circles'],
  text: ({ posts, people, circles }, dialect) => sql<PartRow>`
      select 'posts' as kind, p.id, p.revision, ${selectPostPart('p')} as part, ${selectPhotos('p')} as photos from posts p where p.id in ${listedKeys(dialect, posts)}
      union all
      select 'people', u.id, u.revision, ${selectOpenedPerson('u')}, null from users u where u.id in ${listedKeys(dialect, people)}
      union all
      select 'circles', c.id, c.revision, ${selectMark()}, null from circles c where c.id in ${listedKeys(dialect, circles)}`,
});

/**
 * Loads the parts with these keys, in their present revisions. Kept parts contain nothing that depends on who looks: who
 * sees them is decided by the statement that names their revisions, and a part is used in that revision only.
 */
export const loadCachedParts = async (
  db: Pick<Database, 'run'>,
  parts: CachedParts,
  keys: Readonly<Record<Kind, ReadonlySet<number>>>,
): Promise<void> => {
  const listed = (kind: Kind) => JSON.stringify([...keys[kind]]);
  const rows = await db.run(partsByKey, {
    posts: listed('posts'),
    people: listed('people'),
    circles: listed('circles'),
  });
  for (const { kind, id, revision, part, photos } of rows) {
    const kept = { revision, length: overhead + part.length + (photos?.length ?? 0) };
    if (kind === 'posts') parts.posts.keep(id, { ...kept, value: postPart(part, photos) });
    else if (kind === 'circles') parts.circles.keep(id, { ...kept, value: JSON.stringify(readMark(part)) });
    else {
      const opened = readPerson(part);
      const closed = { ...opened, profileImageUrl: null };
      parts.people.keep(id, {
        ...kept,
        value: { opened: authorFields(opened), closed: authorFields(closed) },
      });
    }
  }
};
