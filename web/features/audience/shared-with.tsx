// Loads when a reader presses the audience of a moment.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import * as audience from '../../../contract/audience/audience.ts';
import * as circles from '../../../contract/circles.ts';
import type { Post } from '../../../contract/shapes.ts';
import { queryFor } from '../../data/query.ts';
import { Dialog, DialogBody } from '../../ui/overlay/dialog.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { firstTwo } from '../../words/names.ts';
import { words } from '../../words/words.ts';
import { placeOf } from '../circles/place.ts';
import { Waiting } from '../../data/waiting.tsx';
import './audience.css';

const texts = words.audience;
const maxFaces = 5;

/** How many members a circle has, and who of them take part by e-mail alone. */
function Members({ id, count }: { id: string; count: number }) {
  const { data } = useQuery(queryFor(audience.countAudience, { circleIds: JSON.stringify([id]) }));
  const letters = data?.byLetter ?? [];
  return (
    <span className="small mut block">
      {texts.membersByLetter({ count, letters: letters.length, names: firstTwo(letters) })}
    </span>
  );
}

/** The circles of somebody else's moment that the reader is in. Only its author knows exactly who sees it (TRUTH-20). */
export default function SharedWith({ post, onClose }: { post: Post; onClose: () => void }) {
  const { data: own, isPending, error } = useQuery(queryFor(circles.list, {}));
  const through = own?.filter(({ id }) => post.circles.some((circle) => circle.id === id));
  return (
    <Dialog
      open
      isRead
      onClose={onClose}
      title={words.ui.whoCanSee}
      description={texts.throughCircles({ name: displayName(post.author) })}
    >
      <DialogBody>
        <Waiting
          query={{ isPending, error, data: own }}
          loading={words.controls.oneMoment}
          failed={words.controls.notLoaded}
        />
        <ul className="list">
          {through?.map(({ id, name, color, members, memberCount: count }) => (
            <li key={id}>
              <Link
                href={placeOf(id, 'people')}
                className="row g12 reader"
                style={{ '--c': color }}
                onClick={onClose}
              >
                <span className="grow">
                  <span className="cname">{name}</span>
                  <Members id={id} count={count} />
                </span>
                <span className="facepile" aria-hidden="true">
                  {members.slice(0, maxFaces).map((member) => (
                    <PersonAvatar key={member.id} person={member} size="sm" />
                  ))}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  );
}
