import { Heart, MessageCircle } from 'lucide-react';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Ring } from '../../ui/pencil/ring.tsx';
import { words } from '../../words/words.ts';

const { circles, example } = words.publicHome.choose;

const audience = circles.slice(1, 3).map((circle) => ({ id: circle.name, ...circle }));

/** An example of a moment. It is an illustration, so nothing in it can be pressed. */
export function ExampleMoment() {
  return (
    <article className="post" aria-label={example.author} inert>
      <div className="px">
        <div className="post-h">
          <Avatar src="/img/maya.webp" name={example.author} />
          <div className="grow">
            <h3 className="text-body font-semibold">{example.author}</h3>
            <div className="meta">
              <span className="flex-none">{example.time}</span>
              <AudienceMark circles={audience} />
            </div>
          </div>
        </div>
        <p className="people">{example.text}</p>
      </div>
      <div className="sheet n1" style={{ '--ar': '3/2' }}>
        <span className="relative">
          <img src="/img/ridge.webp" alt="" loading="lazy" width={1080} height={720} />
        </span>
      </div>
      <div className="px">
        <div className="acts">
          <span className="act liked">
            <span className="rw">
              <Heart className="h" aria-hidden="true" />
              <Ring shape="round" variant={3} />
            </span>
            <span className="num">{example.likes}</span>
          </span>
          <span className="act">
            <MessageCircle aria-hidden="true" />
            <span className="num">{example.comments}</span>
          </span>
        </div>
      </div>
    </article>
  );
}
