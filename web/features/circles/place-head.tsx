import { Plus, Settings, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Circle } from '../../../contract/shapes.ts';
import { IconButton, ButtonLink } from '../../ui/form/button.tsx';
import { BackLink } from '../../ui/layout/layouts.tsx';
import { Badge, CircleDot } from '../../ui/people/badge.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { words } from '../../words/words.ts';
import { placeOf, type Room } from './place.ts';
import { runs } from './members.ts';

const texts = words.circles.place;
const maxFaces = 2;

interface PlaceHeadProps {
  circle: Circle;
  room: Room | 'settings';
  /** Stands above the name in the room of moments. */
  cover: ReactNode;
  /** Says when moments reach the member. */
  reach: ReactNode;
  onAdd: () => void;
}

/** The circle's name and what a member does first, below the cover; on phones a line of it in the other rooms. */
export function PlaceHead({ circle, room, cover, reach, onAdd }: PlaceHeadProps) {
  const { id, name } = circle;
  const isSettings = room === 'settings';
  const others = circle.members.filter((member) => member.id !== circle.creatorId);
  return (
    <>
      <div className="place-top">
        {isSettings ? (
          <BackLink href={placeOf(id)} label={texts.backTo({ circle: name })} />
        ) : (
          <>
            <BackLink href="/circles" label={words.circles.manage.back} />
            <Link
              className="ib"
              href={placeOf(id, 'settings')}
              aria-label={texts.settingsOf({ circle: name })}
            >
              <Settings aria-hidden="true" />
            </Link>
          </>
        )}
      </div>
      {room === 'moments' ? cover : null}
      <section className={room === 'moments' ? 'place-head' : 'place-head lintel'} aria-label={name}>
        <div className="place-name">
          <h1 className="cname">
            <CircleDot color={circle.color} size="s" variant={1} />
            {name}
          </h1>
          {isSettings ? <span className="small mut">{texts.settings}</span> : null}
          {circle.isOwner && !isSettings ? <Badge>{words.circles.owner}</Badge> : null}
          {circle.isKeeper && !isSettings ? <Badge>{words.circles.keeper}</Badge> : null}
          {circle.kind === 'private' ? <Badge tone="line">{words.circles.private}</Badge> : null}
        </div>
        <div className="place-share">
          <ButtonLink
            href={`/create-post?circleId=${id}`}
            icon={Plus}
            kind={others.length === 0 && room === 'people' ? 'quiet' : 'primary'}
          >
            {texts.share}
          </ButtonLink>
        </div>
        {circle.description === '' ? null : <p className="place-text mut">{circle.description}</p>}
        <div className="place-with">
          <Link href={placeOf(id, 'people')}>
            <span className="facepile" aria-hidden="true">
              {(others.length === 0 ? circle.members : others).slice(0, maxFaces).map((member) => (
                <PersonAvatar key={member.id} person={member} size="sm" />
              ))}
            </span>
            {words.circles.members({ count: circle.memberCount })}
          </Link>
          {runs(circle) ? (
            <IconButton
              className="place-add"
              icon={UserPlus}
              label={texts.addTo({ circle: name })}
              onClick={onAdd}
            />
          ) : null}
          {reach}
        </div>
      </section>
    </>
  );
}
