import { deviceOf } from '../../app/device.ts';
import { keep } from '../../data/browser-storage.ts';
import { useTitle } from '../../app/page-title.ts';
import { Button } from '../../ui/form/button.tsx';
import { Steps } from '../../ui/layout/steps.tsx';
import { words } from '../../words/words.ts';
import { withIcons } from './guide-icons.ts';

const texts = words.auth.bookmark;

/** Shown after the first sign-in: how to keep Circle on the home screen. Either button dismisses it permanently. */
export function BookmarkPrompt({ onDone }: { onDone: () => void }) {
  useTitle(words.titles.bookmark);
  const device = deviceOf(navigator);
  const done = () => {
    keep('bookmarkPrompt', 'true');
    onDone();
  };
  return (
    <main id="main">
      <div className="page bookmark">
        <h1>{texts.title}</h1>
        <p className="mut mt-1.5 mb-3.5">{device === 'desktop' ? texts.textDesktop : texts.text}</p>
        <Steps steps={withIcons(device, texts.steps[device])} />
        <Button size="lg" full className="mt-4" onClick={done}>
          {texts.done}
        </Button>
        <Button kind="ghost" full className="mt-1" onClick={done}>
          {texts.later}
        </Button>
      </div>
    </main>
  );
}
