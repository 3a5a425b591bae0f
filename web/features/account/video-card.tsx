import { Video } from 'lucide-react';
import { useUser } from '../../app/session.tsx';
import { Badge } from '../../ui/people/badge.tsx';
import { words } from '../../words/words.ts';

/** The area for videos, which is shown as coming soon and does nothing yet. */
export function VideoCard() {
  const { accountStatus } = useUser();
  if (accountStatus !== 'premium') return null;
  return (
    <section className="card pad" aria-labelledby="video">
      <div className="row between">
        <h2 id="video" className="row">
          <Video aria-hidden="true" />
          {words.account.video.title}
        </h2>
        <Badge tone="info">{words.account.video.soon}</Badge>
      </div>
      <p className="small mut mt-2">{words.account.video.text}</p>
    </section>
  );
}
