import { DailyPhoto } from '../../features/posts/daily/daily-photo.tsx';
import { VerifyFirst } from '../../features/posts/composer/verify-first.tsx';
import { useUser } from '../../app/session.tsx';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';

const texts = words.dailyPhoto;

/** One photo of the day; only for those whose identity was verified. */
export default function CameraPage() {
  const me = useUser();
  return (
    <RailPage back={{ href: '/', label: words.controls.back }} title={texts.title} intro={texts.intro} form>
      {me.isVerified ? <DailyPhoto /> : <VerifyFirst />}
    </RailPage>
  );
}
