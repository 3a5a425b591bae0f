import { useEffect } from 'react';
import { rememberReturn } from '../../app/device.ts';
import { Denied } from '../../ui/feedback/denied.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';

/** The scenario tool for a visitor; after signing in it opens. */
export default function TestScenariosSignedOutPage() {
  useEffect(() => rememberReturn('/test-scenarios'), []);
  return (
    <Denied title={words.denied.title} text={words.denied.scenarios}>
      <ButtonLink href="/auth">{words.denied.signIn}</ButtonLink>
    </Denied>
  );
}
