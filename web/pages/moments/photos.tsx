import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { go } from '../../app/navigation.ts';
import { placeOf } from '../../features/circles/place.ts';

/** An older address: the photos of all circles are a room of Home, those of one (`?circleId=`) a room of its page. */
export default function PhotosPage() {
  const [search] = useSearchParams();
  const circleId = search.get('circleId');
  useEffect(
    () => go(circleId ? placeOf(circleId, 'photos') : '/?show=photos', { replace: true }),
    [circleId],
  );
  return <main id="main" />;
}
