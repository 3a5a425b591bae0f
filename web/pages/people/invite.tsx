import { useQueryClient } from '@tanstack/react-query';
import * as invitations from '../../../contract/invitations.ts';
import { useSendsNoMail } from '../../app/config.ts';
import { api } from '../../data/api.ts';
import { InvitationForm } from '../../features/invitations/invitation-form.tsx';
import { ShowCode, OpenInvitations } from '../../features/invitations/open-invitations.tsx';
import { openInvitationsKey } from '../../features/invitations/withdraw.ts';
import { RailPage } from '../../ui/layout/layouts.tsx';
import { words } from '../../words/words.ts';

const texts = words.invitations;

/** Invitation by e-mail. */
export default function InvitePage() {
  const client = useQueryClient();
  return (
    <RailPage
      back={{ href: '/', label: words.controls.back }}
      title={texts.byEmail.title}
      intro={useSendsNoMail() ? texts.unmailed.intro : texts.byEmail.intro}
      form
    >
      <InvitationForm
        send={(input, idempotencyKey) => api(invitations.inviteByEmail, input, { idempotencyKey })}
        effect={texts.effect.none}
        onTried={(_, error) => {
          if (error === null) void client.invalidateQueries({ queryKey: openInvitationsKey });
        }}
      />
      <ShowCode />
      <OpenInvitations />
    </RailPage>
  );
}
