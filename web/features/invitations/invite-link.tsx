import { Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { words } from '../../words/words.ts';

const texts = words.invitations.link;

interface InviteLinkProps {
  url: string;
  /** By default that of an invitation, as is the text for another app. */
  label?: string;
  text?: string;
  /** Buttons after Copy and Share. */
  children?: ReactNode;
}

/** Shows a link, to be copied or handed to another app of the device. */
export function InviteLink({
  url,
  label = texts.label,
  text = words.invitations.defaultMessage,
  children,
}: InviteLinkProps) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setSaid(texts.copied),
      () => setSaid(texts.copyFailed),
    );
  const share = () =>
    navigator.share({ url, text }).catch((error: unknown) => {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setSaid(texts.shareFailed);
    });
  return (
    <div>
      <TextField label={label} readOnly value={url} onFocus={(event) => event.target.select()} />
      <div className="row wrap mt-4">
        {'share' in navigator ? (
          <Button icon={Share2} onClick={() => void share()}>
            {texts.share}
          </Button>
        ) : null}
        {/* Pages over plain http cannot write to the clipboard; there the link can be selected. */}
        {isSecureContext ? (
          <Button kind={'share' in navigator ? 'quiet' : 'primary'} onClick={() => void copy()}>
            {texts.copy}
          </Button>
        ) : null}
        {children}
      </div>
      <p className="small mut mt-2" role="status">
        {said}
      </p>
    </div>
  );
}
