import { MailX, UserPlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SentInvitation } from '../../../contract/invitations.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/form/button.tsx';
import { words } from '../../words/words.ts';
import { ShownCode } from './shown-code.tsx';

const texts = words.invitations.unmailed;

/** In the place of the form: an invitation that no mail carries, to be passed on by the member. */
export function Unmailed({ made, onDone }: { made: SentInvitation; onDone: () => void }) {
  const title = useRef<HTMLElement>(null);
  // The button that had the focus left with the form.
  useEffect(() => title.current?.focus(), []);
  const { email, code, link, expiresAt } = made;
  const isOpen = code !== null && link !== null;
  return (
    <div className="stack g20">
      <Alert {...(isOpen ? { tone: 'warn', icon: MailX } : { tone: 'ok' })} role="status">
        <b ref={title} tabIndex={-1}>
          {isOpen ? texts.title : texts.used}
        </b>
        {isOpen ? ` ${texts.text({ email: email ?? '' })}` : null}
      </Alert>
      {isOpen ? <ShownCode code={code} link={link} expiresAt={expiresAt} /> : null}
      <Button kind="quiet" icon={UserPlus} onClick={onDone}>
        {texts.another}
      </Button>
    </div>
  );
}
