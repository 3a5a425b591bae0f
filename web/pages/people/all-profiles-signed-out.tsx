import { useEffect } from 'react';
import { go } from '../../app/navigation.ts';
import { rememberReturn } from '../../app/device.ts';
import { redirectDelayMs } from '../../app/lost-session.ts';
import { Splash } from '../../ui/feedback/splash.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.directory;

/** The directory for a visitor: the sign-in follows, and leads back. */
export default function AllProfilesSignedOutPage() {
  useEffect(() => {
    toast({ title: texts.required, text: texts.requiredText, tone: 'destructive' });
    rememberReturn('/all-profiles');
    const timer = setTimeout(() => go('/auth', { replace: true }), redirectDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return <Splash text={texts.redirecting} />;
}
