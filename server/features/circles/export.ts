import type { Viewer } from '../../access/viewer.ts';
import type { Database } from '../../platform/db/database.ts';
import { listCircles, loadCircle } from './read.ts';

const nameOf = ({
  id,
  username,
  firstName,
  lastName,
}: Record<'id' | 'firstName' | 'lastName', string> & { username: string | null }) => ({
  id,
  username,
  firstName,
  lastName,
});

/** The circles that the viewer knows of, with the members of those that the viewer owns. */
export async function* knownCircles(db: Database, viewer: Viewer) {
  for (const { members: _, ...circle } of await listCircles(db.read, viewer)) {
    const members = circle.isOwner
      ? (await loadCircle(db.read, viewer, circle.id)).members.map(nameOf)
      : null;
    yield { ...circle, members };
  }
}
