import { useState } from 'react';
import * as account from '../../../contract/account.ts';
import type { Person } from '../../../contract/shapes.ts';
import { UnreachableNote } from '../../app/unreachable-note.tsx';
import { api } from '../../data/api.ts';
import { Button } from '../../ui/form/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { displayName } from '../../ui/people/person-name.ts';
import { QrCode } from '../../ui/people/qr-code.tsx';
import { words } from '../../words/words.ts';
import { InviteLink } from '../invitations/invite-link.tsx';
import ProofDialog from './proof-dialog.tsx';

const texts = words.account.resetLink;

interface ResetLinkDialogProps {
  member: Person;
  onClose: () => void;
}

/** Makes a link for a member's new password, once the administrator has proven who they are, and shows it. */
export default function ResetLinkDialog({ member, onClose }: ResetLinkDialogProps) {
  const [url, setUrl] = useState<string | null>(null);
  const name = displayName(member);
  if (url === null) {
    return (
      <ProofDialog
        title={texts.title({ name })}
        text={texts.text({ name })}
        action={texts.action}
        failed={texts.failed}
        run={async (proof) => setUrl((await api(account.makeResetLink, { id: member.id, ...proof })).url)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open isRead onClose={onClose} title={texts.made({ name })} description={texts.hand({ name })}>
      <DialogBody>
        <div className="stack g16">
          <UnreachableNote />
          <QrCode text={url} label={texts.qr} />
          <p className="small mut text-center">{texts.until}</p>
          <InviteLink url={url} label={texts.label} text={texts.share} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button kind="quiet" onClick={onClose}>
          {words.ui.close}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
