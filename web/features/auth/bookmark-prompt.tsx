import {
  BookmarkCheck,
  Check,
  EllipsisVertical,
  type LucideIcon,
  PanelTop,
  Share,
  SquarePlus,
  Star,
} from 'lucide-react';
import { type Device, deviceOf } from '../../device.ts';
import { keep } from '../../stores.ts';
import { useTitle } from '../../title.ts';
import { Button } from '../../ui/button.tsx';
import { Ring } from '../../ui/ring.tsx';
import { words } from '../../words/words.ts';

const texts = words.auth.bookmark;

const icons: Readonly<Record<Device, readonly LucideIcon[]>> = {
  ios: [Share, SquarePlus, Check],
  android: [EllipsisVertical, SquarePlus, Check],
  desktop: [Star, PanelTop, BookmarkCheck],
};

/** After the first sign-in: how to keep Circle on the home screen. Either button puts it away for good. */
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
        <section className="card">
          <ol className="steps">
            {texts.steps[device].map((step, index) => (
              <Step key={step.title} index={index} icon={icons[device][index] ?? Check} {...step} />
            ))}
          </ol>
        </section>
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

function Step({
  index,
  icon: Icon,
  title,
  note,
}: {
  index: number;
  icon: LucideIcon;
  title: string;
  note: string;
}) {
  return (
    <li>
      <span className="n">
        <Ring shape="round" variant={index} />
      </span>
      <span>
        <b className="b block">{title}</b>
        <span className="small mut">{note}</span>
      </span>
      <Icon aria-hidden="true" />
    </li>
  );
}
