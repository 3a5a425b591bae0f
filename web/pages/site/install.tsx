import { ArrowRight, Check, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { type Device, deviceOf, isStandalone } from '../../app/device.ts';
import { withIcons } from '../../features/site/guide-icons.ts';
import '../../features/site/guides.css';
import { keep } from '../../data/browser-storage.ts';
import { Button, ButtonLink } from '../../ui/form/button.tsx';
import { Steps } from '../../ui/layout/steps.tsx';
import { TaperedRing } from '../../ui/pencil/tapered-ring.tsx';
import { words } from '../../words/words.ts';

const texts = words.install;

// Evaluated once at page load: after installing, the person presses 'Refresh After Install'.
const device = deviceOf(navigator);
const installed = isStandalone();

/** How Circle gets to the home screen, or that it is there. */
export default function InstallPage() {
  useEffect(() => {
    if (installed) keep('installed', 'true');
  }, []);
  const { title, text } = installed ? texts.installed : texts[device];
  return (
    <main id="main">
      <div className="page">
        <div className="ig">
          <div>
            <span className="ibig" aria-hidden="true">
              <span>
                <TaperedRing />
              </span>
            </span>
            <h1>{title}</h1>
            <p className="mut mt-2 mb-3.5 max-w-136">{text}</p>
            {installed ? <Installed /> : <Guide on={device} />}
          </div>
          {installed ? null : <Benefits />}
        </div>
      </div>
    </main>
  );
}

function Installed() {
  return (
    <section className="card pad">
      <p className="row b mb-4 text-ok-text">
        <Check aria-hidden="true" />
        {texts.installed.state}
      </p>
      <ButtonLink href="/auth" size="lg" full>
        {texts.installed.enter}
      </ButtonLink>
    </section>
  );
}

function Guide({ on }: { on: Device }) {
  return (
    <>
      {on === 'desktop' ? (
        <section className="card pad">
          <p className="mb-3.5">{texts.desktop.note}</p>
          <ButtonLink href="/auth" size="lg">
            {texts.desktop.next}
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        </section>
      ) : (
        <Steps steps={withIcons(on, texts[on].steps)} />
      )}
      <div className="ia">
        <ButtonLink href="/auth" kind="quiet">
          {texts.skip}
        </ButtonLink>
        <Button kind="ghost" icon={RefreshCw} onClick={() => location.reload()}>
          {texts.refresh}
        </Button>
      </div>
    </>
  );
}

function Benefits() {
  return (
    <section className="why" aria-label={texts.why}>
      {texts.benefits.map((benefit) => (
        <div key={benefit.title}>
          <h2>{benefit.title}</h2>
          <p>{benefit.text}</p>
        </div>
      ))}
    </section>
  );
}
