import { UnreachableNote } from '../../app/unreachable-note.tsx';
import { QrCode } from '../../ui/people/qr-code.tsx';
import { date } from '../../words/dates.ts';
import { words } from '../../words/words.ts';
import { CheckboxRow } from '../../ui/form/text-field.tsx';
import { InviteLink } from './invite-link.tsx';

const boxTexts = words.invitations.vouch;

/** The choice to verify the member who accepts the invitation. */
export function VouchBox({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <CheckboxRow
      label={boxTexts.label}
      note={boxTexts.note}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

const texts = words.invitations.code;

interface ShownCodeProps {
  code: string;
  link: string;
  expiresAt: string;
}

/** An invitation's code as QR code, in letters and as link. */
export function ShownCode({ code, link, expiresAt }: ShownCodeProps) {
  return (
    <div className="stack g16">
      <UnreachableNote />
      <QrCode text={link} label={texts.qr} />
      <p className="text-center">
        <span className="vh">{texts.letters}: </span>
        <b className="text-h3 tracking-widest">{code.replace(/(.{5})(?=.)/g, '$1 ')}</b>
      </p>
      <p className="small mut text-center">{texts.until({ date: date(expiresAt) })}</p>
      <InviteLink url={link} />
    </div>
  );
}
