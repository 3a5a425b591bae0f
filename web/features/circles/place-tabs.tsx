import { Link } from 'wouter';
import type { Circle } from '../../../contract/shapes.ts';
import { useChanged } from '../../ui/hooks/use-changed.ts';
import { Ring } from '../../ui/pencil/ring.tsx';
import { words } from '../../words/words.ts';
import { placeOf, type Room, rooms } from './place.ts';

/** The four rooms of a circle; the one that is open is ringed in the circle's colour. */
export function PlaceTabs({
  circle: { id, name },
  room,
}: {
  circle: Pick<Circle, 'id' | 'name'>;
  room: Room;
}) {
  const changed = useChanged(room);
  return (
    <nav className="tabs place-tabs" aria-label={name}>
      {rooms.map((one, at) => (
        <Link key={one} href={placeOf(id, one)} aria-current={one === room ? 'page' : undefined}>
          {one === room ? <Ring shape="wide" variant={at} draw={changed} /> : null}
          {words.circles.place.rooms[one]}
        </Link>
      ))}
    </nav>
  );
}
