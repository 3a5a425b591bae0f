import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import * as circles from '../../../contract/circles.ts';
import { go } from '../../app/navigation.ts';
import { useTitle } from '../../app/page-title.ts';
import { queryFor } from '../../data/query.ts';
import { PhotosView } from '../../features/timeline/photos-view.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx';
import { words } from '../../words/words.ts';

const texts = words.timeline;

const addressOf = (path: string, circleId: string | null): string =>
  circleId === null ? path : `${path}?${new URLSearchParams({ circleId }).toString()}`;

/** The photos of one circle (`?circleId=`), or of all circles. */
export default function PhotosPage() {
  const [search] = useSearchParams();
  const circleId = search.get('circleId') || null;
  const { data: own = [] } = useQuery(queryFor(circles.list, {}));
  const circle = own.find(({ id }) => id === circleId);
  const title = circleId === null ? texts.titleAll : texts.title;
  useTitle(circle ? `${title}: ${circle.name}` : title);
  return (
    <main id="main">
      <div className="page">
        <h1>{circle?.name ?? title}</h1>
        <PhotosView key={circleId ?? ''} circleId={circleId}>
          <div className="photos-tools">
            <nav className="tabs" aria-label={texts.views}>
              <Link href={addressOf('/', circleId)}>{texts.moments}</Link>
              <Link href={addressOf('/photos', circleId)} aria-current="page">
                <Ring shape="wide" variant={1} />
                {texts.photos}
              </Link>
            </nav>
            <Select
              label={<VisuallyHidden>{texts.circle}</VisuallyHidden>}
              value={circleId ?? ''}
              onChange={({ currentTarget }) => go(addressOf('/photos', currentTarget.value || null))}
              options={[
                { value: '', label: texts.allCircles },
                ...own.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </div>
        </PhotosView>
      </div>
    </main>
  );
}
