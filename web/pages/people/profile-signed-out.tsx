import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { rememberReturn } from '../../app/device.ts';
import { redirectDelayMs } from '../../app/lost-session.ts';
import { Splash } from '../../ui/feedback/splash.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { words } from '../../words/words.ts';

const texts = words.profile;

/** A profile that a visitor opens: says why, and goes by the sign-in, which leads back here. */
export default function ProfileSignedOutPage() {
  const [path] = useLocation();
  useEffect(() => {
    toast({ title: texts.signedOut, tone: 'destructive' });
    rememberReturn(path);
    const timer = setTimeout(() => location.assign('/api/login'), redirectDelayMs);
    return () => clearTimeout(timer);
  }, [path]);
  return <Splash text={texts.signedOut} />;
}
