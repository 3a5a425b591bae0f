import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'wouter';
import * as circles from '../../../contract/circles.ts';
import { go } from '../../app/navigation.ts';
import { useTitle } from '../../app/page-title.ts';
import { queryFor } from '../../data/query.ts';
import { placeOf } from '../../features/circles/place.ts';
import { PhotosView } from '../../features/timeline/photos-view.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import { words } from '../../words/words.ts';

const texts = words.timeline;

/** The photos of all circles. Those of one (`?circleId=`, an older address) are a room of the circle's page. */
export default function PhotosPage() {
  const [search] = useSearchParams();
  const circleId = search.get('circleId');
  useTitle(texts.titleAll);
  useEffect(() => {
    if (circleId) go(placeOf(circleId, 'photos'), { replace: true });
  }, [circleId]);
  return <main id="main">{circleId ? null : <AllPhotos />}</main>;
}

function AllPhotos() {
  const { data: own = [] } = useQuery(queryFor(circles.list, {}));
  return (
    <div className="page">
      <h1>{texts.titleAll}</h1>
      <PhotosView circleId={null}>
        <div className="photos-tools">
          <nav className="tabs" aria-label={texts.views}>
            <Link href="/">{texts.moments}</Link>
            <Link href="/photos" aria-current="page">
              <Ring shape="wide" variant={1} />
              {texts.photos}
            </Link>
          </nav>
          <Select
            label={<VisuallyHidden>{texts.circle}</VisuallyHidden>}
            value=""
            onChange={({ currentTarget: { value } }) => go(placeOf(value, 'photos'))}
            options={[
              { value: '', label: texts.allCircles },
              ...own.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
      </PhotosView>
    </div>
  );
}
