import { HandHeart, Video } from 'lucide-react';
import { IfReachable } from '../../reachable.tsx';
import { useUser } from '../../session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { words } from '../../words/words.ts';

const texts = words.account.subscription;
const plans = ['basic', 'premium'] as const;

export function SubscriptionCard() {
  const { accountStatus } = useUser();
  return (
    <section className="card pad" aria-labelledby="subscription">
      <h2 id="subscription">{texts.title}</h2>
      <p className="small mut mt-2">{texts.free}</p>
      <ul className="list mt-1">
        {plans.map((plan) => {
          const { name, price, choose } = texts.plans[plan];
          const href = `/square-subscribe?plan=${plan}`;
          return (
            <li key={plan} className="row between py-3">
              <div>
                <p className="b">{name}</p>
                <p className="small mut">{price}</p>
              </div>
              {accountStatus === plan ? (
                <Badge tone="ok">{texts.current}</Badge>
              ) : (
                <IfReachable path={href}>
                  <ButtonLink href={href} size="sm" kind={plan === 'premium' ? 'primary' : 'quiet'}>
                    {choose}
                  </ButtonLink>
                </IfReachable>
              )}
            </li>
          );
        })}
      </ul>
      <IfReachable path="/square-donate">
        <TextLink href="/square-donate" icon={HandHeart}>
          {texts.donate}
        </TextLink>
      </IfReachable>
    </section>
  );
}

/** The specification's area for videos, which is shown as coming soon and does nothing yet. */
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
