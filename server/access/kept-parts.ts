import type { CircleMark, Person, Photo } from '../../contract/shapes.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { avatarUrl, readPhotos, selectPhotos, time } from './present.ts';

/** A row as another statement read it: the revision is renewed with every change of what is shown of the row. */
export interface Revision {
  readonly id: number;
  readonly revision: number;
}

/** Characters of all kept parts of one kind together. */
const maxKeptLength = 4_000_000;

/** Characters that a part counts besides its text. */
const overhead = 500;

interface Kept<T> {
  readonly revision: number;
  readonly value: T;
  readonly length: number;
}

type Loaded<T> = Revision & { value: T; length: number };

class Parts<T> {
  readonly #kept = new Map<number, Kept<T>>();
  readonly #load: (ids: readonly number[]) => Promise<Loaded<T>[]>;
  #length = 0;

  constructor(load: (ids: readonly number[]) => Promise<Loaded<T>[]>) {
    this.#load = load;
  }

  /** The part, if it is kept in exactly this revision. */
  find({ id, revision }: Revision): T | undefined {
    const kept = this.#kept.get(id);
    return kept?.revision === revision ? kept.value : undefined;
  }

  async load(ids: ReadonlySet<number>): Promise<void> {
    if (ids.size === 0) return;
    for (const { id, ...part } of await this.#load([...ids])) {
      this.#drop(id);
      this.#kept.set(id, part);
      this.#length += part.length;
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#length <= maxKeptLength) break;
      this.#drop(oldest);
    }
  }

  #drop(id: number): void {
    this.#length -= this.#kept.get(id)?.length ?? 0;
    this.#kept.delete(id);
  }
}

/** The part of a post that is the same for everybody who sees it. */
export interface PostPart {
  readonly id: string;
  readonly content: string;
  readonly imageUrls: string[];
  readonly images: Photo[];
  readonly createdAt: string;
}

const loadPosts = async (q: Queries, ids: readonly number[]): Promise<Loaded<PostPart>[]> => {
  const rows = await q
    .selectFrom('posts as p')
    .select([
      'p.id',
      'p.revision',
      'p.public_id',
      'p.content',
      'p.created_at',
      selectPhotos('p').as('photos'),
    ])
    .where('p.id', 'in', ids)
    .execute();
  return rows.map(({ id, revision, public_id, content, created_at, photos }) => {
    const images = readPhotos(photos);
    const value = {
      id: public_id,
      content,
      imageUrls: images.map((image) => image.url),
      images,
      createdAt: time(created_at),
    };
    return { id, revision, value, length: overhead + content.length + (photos?.length ?? 0) };
  });
};

/** A member as they are shown to those for whom the name rule opens their profile, and to all others. */
interface PersonPart {
  readonly opened: Person;
  readonly closed: Person;
}

const loadPeople = async (q: Queries, ids: readonly number[]): Promise<Loaded<PersonPart>[]> => {
  const rows = await q
    .selectFrom('users as u')
    .select(['u.id', 'u.revision', 'u.public_id', 'u.username', 'u.first_name', 'u.last_name'])
    .select(['u.verification_status', avatarUrl('u').as('picture')])
    .where('u.id', 'in', ids)
    .execute();
  return rows.map((row) => {
    const closed = {
      id: row.public_id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      profileImageUrl: null,
      isVerified: row.verification_status === 'approved',
    };
    const value = { closed, opened: { ...closed, profileImageUrl: row.picture } };
    return { id: row.id, revision: row.revision, value, length: overhead };
  });
};

const loadCircles = async (q: Queries, ids: readonly number[]): Promise<Loaded<CircleMark>[]> => {
  const rows = await q
    .selectFrom('circles')
    .select(['id', 'revision', 'public_id', 'name', 'color'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, revision, public_id, name, color }) => ({
    id,
    revision,
    value: { id: public_id, name, color },
    length: overhead,
  }));
};

/** The parts of moments that are the same for everybody. */
export interface KeptParts {
  readonly posts: Parts<PostPart>;
  readonly people: Parts<PersonPart>;
  readonly circles: Parts<CircleMark>;
}

/** The member as the name rule shows them; undefined if they are not kept in this revision. */
export const findPerson = (
  { people }: KeptParts,
  member: Revision,
  isOpened: boolean,
): Person | undefined => {
  const part = people.find(member);
  return isOpened ? part?.opened : part?.closed;
};

/**
 * Keeps what the process built of posts, members and circles. Kept parts contain nothing that depends on who looks;
 * who sees them is decided by the statement that names their revisions, and a part is used in that revision only.
 */
export const createKeptParts = ({ read }: Pick<Database, 'read'>): KeptParts => ({
  posts: new Parts((ids) => loadPosts(read, ids)),
  people: new Parts((ids) => loadPeople(read, ids)),
  circles: new Parts((ids) => loadCircles(read, ids)),
});
