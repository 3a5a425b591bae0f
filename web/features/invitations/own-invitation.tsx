import { useState } from 'react';
import { go } from '../../app/navigation.ts';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';
import { useWithdraw } from './withdraw.ts';

const texts = words.invitations.own;

/** The page for members who open the link of an invitation that they sent themselves. */
export function OwnInvitation({ id, code }: { id: string; code: string }) {
  const withdraw = useWithdraw();
  const [said, setSaid] = useState('');
  const link = `${location.origin}/join/${code}`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setSaid(texts.copied),
      () => setSaid(texts.copyFailed),
    );
  return (
    <main id="main" className="join">
      <h1>{texts.title}</h1>
      <p className="mut mt-2.5 mb-5.5">{texts.text}</p>
      <TextField label={texts.link} readOnly value={link} onFocus={(event) => event.target.select()} />
      <div className="row wrap mt-4">
        {/* Pages over plain http cannot write to the clipboard; there the link can be selected. */}
        {isSecureContext ? <Button onClick={() => void copy()}>{texts.copy}</Button> : null}
        <Button
          kind="quiet"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(id, { onSuccess: () => go('/send-invitations') })}
        >
          {texts.withdraw}
        </Button>
      </div>
      <p className="small mut mt-2" role="status">
        {said}
      </p>
    </main>
  );
}
