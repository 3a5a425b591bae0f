import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { ExampleMoment } from '../../features/site/example-moment.tsx';
import { LanguageLinks } from '../../features/site/language-links.tsx';
import '../../features/site/public-home.css';
import { go } from '../../app/navigation.ts';
import { SkipLink, TopBar } from '../../ui/layout/bars.tsx';
import { CircleDot } from '../../ui/people/circle-dot.tsx';
import { ButtonLink, TextLink } from '../../ui/form/links.tsx';
import { Logo } from '../../ui/pencil/logo.tsx';
import { usePaymentsOffered } from '../../data/payments-offered.ts';
import { words } from '../../words/words.ts';
import { TaperedRing } from '../../ui/pencil/tapered-ring.tsx';

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
