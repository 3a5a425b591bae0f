import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { Heart, MessageCircle } from 'lucide-react';
import { LanguageLinks } from '../../features/site/language-links.tsx';
import '../../features/site/public-home.css';
import { go } from '../../app/navigation.ts';
import { SkipLink, TopBar } from '../../ui/layout/bars.tsx';
import { CircleDot } from '../../ui/people/badge.tsx';
import { ButtonLink, TextLink } from '../../ui/form/button.tsx';
import { Logo, Ring } from '../../ui/pencil/ring.tsx';
import { usePaymentsOffered } from '../../data/payments-offered.ts';
import { words } from '../../words/words.ts';
import { TaperedRing } from '../../ui/pencil/tapered-ring.tsx';
import { AudienceMark } from '../../ui/people/audience-mark.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';

const { circles, example } = words.publicHome.choose;

const audience = circles.slice(1, 3).map((circle) => ({ id: circle.name, ...circle }));

/** An example of a moment. It is an illustration, so nothing in it can be pressed. */
function ExampleMoment() {
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

const photos = ['tomato', 'ridge', 'bread', 'dog', 'sea', 'snow', 'coffee', 'party', 'kite'];

/** An illustration: nine photographs, the middle one circled in pencil. */
function ContactSheet() {
  return (
    <div className="cs" role="img" aria-label={words.publicHome.sheet}>
      {photos.map((photo) => (
        <span key={photo} style={{ backgroundImage: `url(/img/sheet-${photo}.webp)` }} />
      ))}
      <i>
        <TaperedRing variant={3} />
      </i>
    </div>
  );
}

const texts = words.publicHome;

/** The public home page. With an invitation in the URL, the auth screen opens instead. */
export default function PublicHomePage() {
  const isOffered = usePaymentsOffered();
  const [search] = useSearchParams();
  const code = search.get('invite');
  useEffect(() => {
    if (code) go(`/auth?invite=${encodeURIComponent(code)}`, { replace: true });
  }, [code]);
  if (code) return null;
  return (
    <>
      <SkipLink />
      <TopBar>
        <ButtonLink href="/installation-guide" kind="ghost" size="sm" className="desk">
          {texts.footer.install}
        </ButtonLink>
        <ButtonLink href="/auth" size="sm">
          {texts.login}
        </ButtonLink>
      </TopBar>
      <main id="main" className="pb-0">
        <section className="hero">
          <div>
            <h1>{texts.title}</h1>
            <p className="lead">{texts.lead}</p>
            <ButtonLink href="/signup" kind="quiet" size="lg">
              {texts.invited}
            </ButtonLink>
          </div>
          <ContactSheet />
        </section>
        <Choose />
        <Promises />
        {isOffered ? <Price /> : null}
        <footer className="foot">
          <Logo />
          <p className="small mut">{texts.footer.text}</p>
          <span className="grow" />
          <LanguageLinks />
          {isOffered ? <TextLink href="/square-donate">{texts.footer.support}</TextLink> : null}
        </footer>
      </main>
    </>
  );
}

function Choose() {
  return (
    <section className="choose" aria-labelledby="choose">
      <div>
        <h2 id="choose">{texts.choose.title}</h2>
        <p className="lead">{texts.choose.text}</p>
        <ul className="sayl">
          {texts.choose.circles.map((circle, index) => (
            <li key={circle.name}>
              <CircleDot color={circle.color} variant={index} />
              <span className="grow">
                <span className="cname">{circle.name}</span>
                <span className="small mut block">{circle.people}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <ExampleMoment />
    </section>
  );
}

function Promises() {
  return (
    <section className="prom" aria-labelledby="promises">
      <h2 id="promises" className="vh">
        {texts.promises.title}
      </h2>
      {texts.promises.items.map((promise) => (
        <div key={promise.title} className="pr">
          <h3>{promise.title}</h3>
          <p>{promise.text}</p>
        </div>
      ))}
    </section>
  );
}

function Price() {
  return (
    <section className="pricing" aria-labelledby="price">
      <div>
        <h2 id="price">{texts.price.title}</h2>
        <p className="mut mt-2">{texts.price.text}</p>
      </div>
      <dl>
        {texts.price.plans.map((plan) => (
          <div key={plan.name}>
            <dt>{plan.name}</dt>
            <dd>
              <b>{plan.price}</b> {texts.price.month}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
