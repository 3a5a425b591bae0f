import { useQuery } from '@tanstack/react-query';
import { GalleryThumbnails } from 'lucide-react';
import type { Circle } from '../../../contract/shapes.ts';
import * as frames from '../../../contract/frames.ts';
import { useUser } from '../../app/session.tsx';
import { queryFor } from '../../data/query.ts';
import { displayName } from '../../ui/people/person-name.ts';
import { words } from '../../words/words.ts';

/** Says which members show the circle on a picture frame. Nothing if nobody does. */
export default function CircleFrames({ circle: { id } }: { circle: Circle }) {
  const user = useUser();
  const { data } = useQuery({ ...queryFor(frames.ofCircle, { id }), staleTime: 0 });
  if (!data || data.count === 0) return null;
  const others = data.items.filter((member) => member.id !== user.id);
  const withYou = others.length < data.items.length;
  const more = data.count - data.items.length;
  const { shows, you, others: moreOf } = words.frames;
  const names = [
    ...(withYou ? [you] : []),
    ...others.map(displayName),
    ...(more > 0 ? [moreOf({ count: more })] : []),
  ];
  return (
    <p className="small mut row g8">
      <GalleryThumbnails aria-hidden="true" size={16} className="shrink-0" />
      {shows({ names, count: names.length, withYou })}
    </p>
  );
}
