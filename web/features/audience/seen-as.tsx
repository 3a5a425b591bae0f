import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Person, Post } from '../../../contract/shapes.ts';
import * as contract from '../../../contract/audience/audience.ts';
import type { MomentFrames } from '../../../contract/frames.ts';
import { queryFor } from '../../data/query.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { PersonAvatar } from '../../ui/people/person-avatar.tsx';
import { displayName, profilePath } from '../../ui/people/person-name.ts';
import { TimeAgo } from '../../ui/text/time-ago.tsx';
import { words } from '../../words/words.ts';
import WrittenText from '../mentions/written-text.tsx';
import { reasonText } from './readers.tsx';
import { framesOf } from '../../words/names.ts';
import { Waiting } from '../../data/waiting.tsx';

const texts = words.audience;

interface SeenAsProps {
  post: Post;
  person: Person;
  /** The picture frames that show the moment. */
  frames: MomentFrames | undefined;
  onBack: () => void;
}

/** The moment as another member gets it, or why they do not. */
export function SeenAs({ post, person, frames, onBack }: SeenAsProps) {
  const name = displayName(person);
  const back = useRef<HTMLButtonElement>(null);
  // The pressed row was removed with its list.
  useEffect(() => back.current?.focus(), []);
  const { data, error, isPending } = useQuery({
    ...queryFor(contract.seeAs, { id: post.id, userId: person.id }),
    staleTime: 0,
  });
  return (
    <div className="stack g12">
      <div className="row between">
        <Button ref={back} kind="quiet" size="sm" icon={ChevronLeft} onClick={onBack}>
          {texts.back}
        </Button>
        <Link href={profilePath(person)} className="link small">
          {texts.profile}
        </Link>
      </div>
      <div aria-live="polite">
        <Waiting
          query={{ isPending, error, data }}
          loading={words.controls.oneMoment}
          failed={words.controls.notLoaded}
        />
        {data?.sees === false ? <Alert icon={EyeOff}>{reasonText(data.reason, name)}</Alert> : null}
        {data?.sees ? (
          <section className="seen-as" aria-label={texts.asTitle({ name })}>
            <p className="row small by">
              <Eye aria-hidden="true" className="size-5 flex-none" />
              <span>{texts.framed({ name })}</span>
            </p>
            <SeenCard post={data.post} mentions={post.mentions} />
          </section>
        ) : null}
      </div>
      {data?.sees && frames ? <p className="hint">{words.frames.showToo(framesOf(frames))}</p> : null}
      {data?.sees && post.mentions.length > 0 ? <p className="hint">{texts.mentionsMay({ name })}</p> : null}
    </div>
  );
}

/** The card without anything to press: it belongs to somebody else. */
function SeenCard({ post, mentions }: { post: contract.SeenPost; mentions: Post['mentions'] }) {
  return (
    <div className="seen-card">
      <div className="post-h">
        <PersonAvatar person={post.author} />
        <div className="grow">
          <b className="b">{displayName(post.author)}</b>
          <div className="meta">
            <TimeAgo iso={post.createdAt} />
            <AudienceMark circles={post.circles} />
          </div>
        </div>
      </div>
      {post.content === '' ? null : (
        <p className="people written">
          <WrittenText content={post.content} mentions={mentions} />
        </p>
      )}
      {post.images.length > 0 ? (
        <div className="seen-photos" data-one={post.images.length === 1 || undefined}>
          {post.images.map((photo, index) => (
            <img
              key={photo.url}
              src={photo.variants.at(0)?.url ?? photo.url}
              srcSet={photo.variants.map(({ url, width }) => `${url} ${width}w`).join(', ')}
              sizes={post.images.length === 1 ? '32rem' : '11rem'}
              width={photo.width}
              height={photo.height}
              alt={
                photo.alt ||
                words.posts.photo.by({
                  name: displayName(post.author),
                  at: index + 1,
                  total: post.images.length,
                })
              }
              loading="lazy"
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}
